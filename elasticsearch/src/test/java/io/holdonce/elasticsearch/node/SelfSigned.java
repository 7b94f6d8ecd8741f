// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and certificate for the loopback address, made anew in each JVM, so that none stands in the source tree. */
final class SelfSigned {

    private SelfSigned() {}

    private static final class Holder {
        private static final SSLContext INSTANCE = make();
    }

    /** Shows the certificate as a server, and trusts it as a client. */
    static SSLContext context() {
        return Holder.INSTANCE;
    }

    private static SSLContext make() {
        String password = UUID.randomUUID().toString();
        try {
            Path folder = Files.createTempDirectory("holdonce-tls");
            Path file = folder.resolve("key.p12");
            try {
                keytool(file, password);
                KeyStore store = KeyStore.getInstance("PKCS12");
                try (InputStream in = Files.newInputStream(file)) {
                    store.load(in, password.toCharArray());
                }
                KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(store, password.toCharArray());
                KeyStore trusted = KeyStore.getInstance("PKCS12");
                trusted.load(null, null);
                trusted.setCertificateEntry("proxy", store.getCertificate("proxy"));
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(trusted);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
                return context;
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(Path file, String password) throws IOException, InterruptedException {
        ProcessBuilder keytool = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "proxy",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass:env",
                "STORE_PASSWORD");
        keytool.environment().put("STORE_PASSWORD", password);
        Process process = keytool.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
    }
}
