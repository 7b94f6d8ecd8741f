package io.holdonce.canary;

final class Bad {}
