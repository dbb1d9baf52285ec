-- What became of quoted passages when their sources were looked at again.

CREATE TABLE rechecks (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "recheck_id" VARCHAR NOT NULL,
    "attachment_id" VARCHAR NOT NULL,
    "job_id" VARCHAR NOT NULL,
    "result" VARCHAR NOT NULL,
    "news" BOOLEAN NOT NULL,
    "reason" VARCHAR,
    "message" VARCHAR,
    "checked_url" VARCHAR,
    "final_url" VARCHAR,
    "http_status" BIGINT,
    "attempts" JSON NOT NULL,
    "text_sha256" VARCHAR,
    "start" BIGINT,
    "end" BIGINT,
    "pages" JSON NOT NULL,
    "fragment_url" VARCHAR,
    "nearest" VARCHAR,
    "diff" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "recheck_id")
);

-- The newest of each attachment that says something of its quote: that a source could not be read does not.
CREATE VIEW standing_rechecks AS
SELECT session_id, attachment_id, arg_max(recheck_id, seq) AS recheck_id, arg_max(result, seq) AS result, max(seq) AS seq
FROM rechecks
WHERE result <> 'unread'
GROUP BY session_id, attachment_id;

-- A recheck that finds what was known makes no report old.
CREATE OR REPLACE VIEW content_changes AS
SELECT session_id, seq, recorded_at FROM claims
UNION ALL SELECT session_id, seq, recorded_at FROM non_claims
UNION ALL SELECT session_id, seq, recorded_at FROM evidence
UNION ALL SELECT session_id, seq, recorded_at FROM attachments
UNION ALL SELECT session_id, seq, recorded_at FROM verdicts
UNION ALL SELECT session_id, seq, recorded_at FROM exclusions
UNION ALL SELECT session_id, seq, recorded_at FROM restorations
UNION ALL SELECT session_id, seq, recorded_at FROM pictures
UNION ALL SELECT session_id, seq, recorded_at FROM rechecks WHERE news;
