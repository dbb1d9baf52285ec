-- What is kept of pages that are fetched for a citation, without a session; and that it was removed after its time.

CREATE TABLE page_copies (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "copy_id" VARCHAR NOT NULL,
    "job_id" VARCHAR NOT NULL,
    "provenance" VARCHAR NOT NULL,
    "url" VARCHAR NOT NULL,
    "final_url" VARCHAR,
    "redirects" JSON NOT NULL,
    "http_status" BIGINT,
    "media_type" VARCHAR,
    "charset" VARCHAR,
    "charset_rule" VARCHAR,
    "page_title" VARCHAR,
    "page_kind" VARCHAR,
    "language" VARCHAR,
    "text_sha256" VARCHAR NOT NULL,
    "text_length" BIGINT NOT NULL,
    "body_sha256" VARCHAR NOT NULL,
    "article" JSON NOT NULL,
    "hidden" JSON NOT NULL,
    "pages" JSON NOT NULL,
    "files" JSON NOT NULL,
    "exchange" JSON,
    "readers" JSON NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "copy_id")
);

CREATE TABLE copy_expiries (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "copy_id" VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "copy_id")
);

-- Copies whose files are to be there.
CREATE VIEW kept_copies AS
SELECT c.session_id, c.copy_id, c.job_id, c.url, c.final_url, c.files, c.recorded_at, c.seq
FROM page_copies AS c
ANTI JOIN copy_expiries AS x ON x.session_id = c.session_id AND x.copy_id = c.copy_id;
