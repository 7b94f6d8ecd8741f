-- As ShedLock's README has it
CREATE TABLE shedlock (name VARCHAR(64) NOT NULL, lock_until TIMESTAMP NOT NULL, locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL, PRIMARY KEY (name));
CREATE TABLE raw_lock (name VARCHAR(200) NOT NULL PRIMARY KEY, holder BYTEA, expires_at BIGINT NOT NULL) WITH (fillfactor = 50);
