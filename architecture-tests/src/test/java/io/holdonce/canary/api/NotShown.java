// SPDX-License-Identifier: Apache-2.0
package io.holdonce.canary.api;

class NotShown {
    public void neither() {}
}
