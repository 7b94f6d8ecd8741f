// SPDX-License-Identifier: Apache-2.0
package io.holdonce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdonce.LockName;
import io.holdonce.jdbc.JdbcSchema;
import io.holdonce.jdbc.TransactionLock;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/** Plain Spring: JPA and JdbcTemplate in one transaction, and the lock in it. */
class MessageTreatmentTest {

    private AnnotationConfigApplicationContext context;
    private MessageTreatment treatment;
    private JdbcTemplate jdbc;

    @Configuration
    @EnableTransactionManagement
    static class Beans {

        @Bean
        DataSource dataSource() {
            return new UrlDataSource(Databases.h2());
        }

        @Bean
        LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
            LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
            factory.setDataSource(dataSource);
            factory.setManagedTypes(org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes.of(
                    TreatedMessage.class.getName()));
            HibernateJpaVendorAdapter hibernate = new HibernateJpaVendorAdapter();
            hibernate.setGenerateDdl(true);
            factory.setJpaVendorAdapter(hibernate);
            return factory;
        }

        @Bean
        PlatformTransactionManager transactionManager(EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        JdbcTemplate jdbcTemplate(DataSource dataSource) {
            return new JdbcTemplate(dataSource);
        }

        @Bean
        SpringTransactionLocks locks(DataSource dataSource) {
            return new SpringTransactionLocks(dataSource);
        }

        @Bean
        MessageTreatment treatment(SpringTransactionLocks locks, JdbcTemplate jdbc) {
            return new MessageTreatment(locks, jdbc);
        }
    }

    @BeforeEach
    void start() {
        context = new AnnotationConfigApplicationContext(Beans.class);
        treatment = context.getBean(MessageTreatment.class);
        jdbc = context.getBean(JdbcTemplate.class);
        JdbcSchema.of(context.getBean(DataSource.class)).transactionLocks().create();
        jdbc.execute("CREATE TABLE stream (name VARCHAR(50) PRIMARY KEY, treated INTEGER, last_message VARCHAR(50))");
        jdbc.execute("INSERT INTO stream VALUES ('orders', 0, NULL)");
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void messagesOfOneStreamAreTreatedOneAfterAnother() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<TransactionLock>> treated = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String id = "m" + i;
            treated.add(threads.submit(() -> treatment.treat(id, "orders")));
        }
        threads.shutdown();
        List<Long> tokens = new ArrayList<>();
        for (Future<TransactionLock> one : treated) {
            tokens.add(one.get(60, TimeUnit.SECONDS).fencingToken());
        }
        assertThat(tokens).doesNotHaveDuplicates();
        assertThat(treated()).isEqualTo(12);
    }

    private int treated() {
        return jdbc.queryForObject("SELECT treated FROM stream", Integer.class);
    }

    @Test
    void lockOutsideATransactionIsRefusedInWords() {
        SpringTransactionLocks locks = context.getBean(SpringTransactionLocks.class);
        assertThatThrownBy(() -> locks.acquire(LockName.of("stream", "orders"), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No Spring transaction is open on this DataSource")
                .hasMessageContaining("@Transactional");
    }

    @Test
    void transactionOfAnotherDataSourceIsRefusedInWords() {
        SpringTransactionLocks others = new SpringTransactionLocks(new UrlDataSource(Databases.h2()));
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> transaction.execute(
                        status -> others.acquire(LockName.of("stream", "orders"), Duration.ofSeconds(1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("this DataSource");
    }

    @Test
    void jpaAndJdbcAndTheLockEndTogether() {
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        transaction.executeWithoutResult(status -> {
            treatBoth("undone");
            status.setRollbackOnly();
        });
        assertThat(treated()).isZero();
        assertThat(messages()).isZero();
        transaction.executeWithoutResult(status -> treatBoth("kept"));
        assertThat(treated()).isEqualTo(1);
        assertThat(messages()).isEqualTo(1);
    }

    private void treatBoth(String id) {
        EntityManager entities =
                EntityManagerFactoryUtils.getTransactionalEntityManager(context.getBean(EntityManagerFactory.class));
        treatment.treat(id, "orders");
        entities.persist(new TreatedMessage(id));
        entities.flush();
        assertThat(entities.find(TreatedMessage.class, id).id()).isEqualTo(id);
    }

    private int messages() {
        return jdbc.queryForObject("SELECT count(*) FROM treated_message", Integer.class);
    }
}
