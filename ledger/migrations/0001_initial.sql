-- The first schema. Every table is insert-only; state is what the views below derive.
-- Primary keys only: no foreign keys, enums, secondary indexes or upserts (DuckDB's weak spots).
-- Times are UTC without a zone. Offsets are Unicode code points, half-open. `seq` is the place in the session's chain.

CREATE TABLE migrations (
    version INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    applied_at TIMESTAMP NOT NULL,
    PRIMARY KEY (version)
);

-- One chain per session (`_` without one). `tx` is the seq of the first link of the same commit.
CREATE TABLE chain (
    session_id VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    tx BIGINT NOT NULL,
    kind VARCHAR NOT NULL,
    record_id VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    prev VARCHAR NOT NULL,
    PRIMARY KEY (session_id, seq)
);

CREATE TABLE sessions (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "title" VARCHAR,
    "language" VARCHAR,
    "project" VARCHAR,
    "source_kind" VARCHAR NOT NULL,
    "origin" VARCHAR,
    "final_url" VARCHAR,
    "source_sha256" VARCHAR NOT NULL,
    "source_length" BIGINT NOT NULL,
    "file_sha256" VARCHAR,
    "cited_urls" JSON NOT NULL,
    "job_id" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id")
);

CREATE TABLE claims (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "claim_id" VARCHAR NOT NULL,
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "claim" VARCHAR NOT NULL,
    "claim_kind" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "claim_id")
);

CREATE TABLE non_claims (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "non_claim_id" VARCHAR NOT NULL,
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "reason" VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "non_claim_id")
);

CREATE TABLE evidence (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "evidence_id" VARCHAR NOT NULL,
    "job_id" VARCHAR,
    "provenance" VARCHAR NOT NULL,
    "discovered_via" VARCHAR NOT NULL,
    "discovery_note" VARCHAR,
    "url" VARCHAR,
    "file_path" VARCHAR,
    "final_url" VARCHAR,
    "redirects" JSON NOT NULL,
    "http_status" BIGINT,
    "peer" VARCHAR,
    "media_type" VARCHAR,
    "charset" VARCHAR,
    "charset_rule" VARCHAR,
    "page_title" VARCHAR,
    "page_kind" VARCHAR,
    "page_kind_reasons" JSON NOT NULL,
    "signals" JSON NOT NULL,
    "text_sha256" VARCHAR NOT NULL,
    "text_length" BIGINT NOT NULL,
    "body_sha256" VARCHAR,
    "complete" BOOLEAN NOT NULL,
    "article" JSON NOT NULL,
    "hidden" JSON NOT NULL,
    "pages" JSON NOT NULL,
    "files" JSON NOT NULL,
    "expected_terms" JSON,
    "note" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "evidence_id")
);

CREATE TABLE attachments (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "attachment_id" VARCHAR NOT NULL,
    "claim_id" VARCHAR NOT NULL,
    "evidence_id" VARCHAR NOT NULL,
    "quote" VARCHAR NOT NULL,
    "start" BIGINT NOT NULL,
    "end" BIGINT NOT NULL,
    "matched_text" VARCHAR NOT NULL,
    "match_kind" VARCHAR NOT NULL,
    "folds" JSON NOT NULL,
    "occurrence" BIGINT NOT NULL,
    "occurrences" BIGINT NOT NULL,
    "in_article" BOOLEAN,
    "hidden_text" BOOLEAN NOT NULL,
    "pages" JSON NOT NULL,
    "relation" VARCHAR NOT NULL,
    "rationale" VARCHAR NOT NULL,
    "short_quote_reason" VARCHAR,
    "fragment_url" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "attachment_id")
);

CREATE TABLE verdicts (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "verdict_id" VARCHAR NOT NULL,
    "claim_id" VARCHAR NOT NULL,
    "verdict" VARCHAR NOT NULL,
    "rationale" VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "verdict_id")
);

CREATE TABLE exclusions (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "exclusion_id" VARCHAR NOT NULL,
    "target_type" VARCHAR NOT NULL,
    "target_id" VARCHAR NOT NULL,
    "reason" VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "exclusion_id")
);

CREATE TABLE restorations (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "restoration_id" VARCHAR NOT NULL,
    "exclusion_id" VARCHAR NOT NULL,
    "reason" VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "restoration_id")
);

CREATE TABLE jobs (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "job_id" VARCHAR NOT NULL,
    "kind" VARCHAR NOT NULL,
    "parameters" JSON NOT NULL,
    "request_key" VARCHAR NOT NULL,
    "idempotency_key" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("job_id")
);

CREATE TABLE job_runs (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "job_run_id" VARCHAR NOT NULL,
    "job_id" VARCHAR NOT NULL,
    "number" BIGINT NOT NULL,
    "flow_run_id" VARCHAR NOT NULL,
    "flow_run_name" VARCHAR NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("job_run_id")
);

CREATE TABLE job_outcomes (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "job_id" VARCHAR NOT NULL,
    "outcome" VARCHAR NOT NULL,
    "result" JSON,
    "error" JSON,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("job_id")
);

CREATE TABLE attempt_starts (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "attempt_id" VARCHAR NOT NULL,
    "job_id" VARCHAR NOT NULL,
    "stage" VARCHAR NOT NULL,
    "item" VARCHAR NOT NULL,
    "number" BIGINT NOT NULL,
    "flow_run_id" VARCHAR,
    "task_run_id" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("attempt_id")
);

CREATE TABLE attempt_ends (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "attempt_id" VARCHAR NOT NULL,
    "outcome" VARCHAR NOT NULL,
    "error_kind" VARCHAR,
    "message" VARCHAR,
    "http_status" BIGINT,
    "bytes" BIGINT,
    "detail" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("attempt_id")
);

CREATE TABLE pictures (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "picture_id" VARCHAR NOT NULL,
    "attachment_id" VARCHAR NOT NULL,
    "job_id" VARCHAR,
    "source" VARCHAR NOT NULL,
    "path" VARCHAR,
    "sha256" VARCHAR,
    "highlighted" BOOLEAN NOT NULL,
    "adopted" BOOLEAN NOT NULL,
    "page" BIGINT,
    "note" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "picture_id")
);

CREATE TABLE finalizations (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "finalization_id" VARCHAR NOT NULL,
    "summary" JSON NOT NULL,
    "job_id" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "finalization_id")
);

CREATE TABLE report_files (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "report_file_id" VARCHAR NOT NULL,
    "name" VARCHAR NOT NULL,
    "state" VARCHAR NOT NULL,
    "sha256" VARCHAR,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("session_id", "report_file_id")
);

CREATE TABLE idempotency (
    "session_id" VARCHAR NOT NULL,
    "recorded_at" TIMESTAMP NOT NULL,
    "entry_id" VARCHAR NOT NULL,
    "tool" VARCHAR NOT NULL,
    "idempotency_key" VARCHAR NOT NULL,
    "request_sha256" VARCHAR NOT NULL,
    "result" JSON NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY ("entry_id")
);


-- What counts -------------------------------------------------------------------------------------------------------

CREATE VIEW active_exclusions AS
SELECT x.session_id, x.exclusion_id, x.target_type, x.target_id, x.reason, x.recorded_at, x.seq
FROM exclusions AS x
ANTI JOIN restorations AS r ON r.session_id = x.session_id AND r.exclusion_id = x.exclusion_id;

CREATE VIEW archived_sessions AS
SELECT session_id, exclusion_id, reason, recorded_at
FROM active_exclusions
WHERE target_type = 'session';

CREATE VIEW effective_claims AS
SELECT c.session_id, c.claim_id, c."start", c."end", c.claim, c.seq
FROM claims AS c
ANTI JOIN active_exclusions AS x
    ON x.session_id = c.session_id AND x.target_id = c.claim_id AND x.target_type = 'claim';

CREATE VIEW effective_non_claims AS
SELECT n.session_id, n.non_claim_id, n."start", n."end", n.seq
FROM non_claims AS n
ANTI JOIN active_exclusions AS x
    ON x.session_id = n.session_id AND x.target_id = n.non_claim_id AND x.target_type = 'non_claim';

CREATE VIEW effective_evidence AS
SELECT e.session_id, e.evidence_id, e.provenance, e.url, e.file_path, e.final_url, e.seq
FROM evidence AS e
ANTI JOIN active_exclusions AS x
    ON x.session_id = e.session_id AND x.target_id = e.evidence_id AND x.target_type = 'evidence';

-- An attachment counts while neither it, nor its claim, nor its evidence is excluded.
CREATE VIEW effective_attachments AS
SELECT a.session_id, a.attachment_id, a.claim_id, a.evidence_id, a.relation, a.seq
FROM attachments AS a
ANTI JOIN active_exclusions AS x
    ON x.session_id = a.session_id
    AND x.target_id IN (a.attachment_id, a.claim_id, a.evidence_id)
    AND x.target_type IN ('attachment', 'claim', 'evidence');

CREATE VIEW current_verdicts AS
SELECT v.session_id, v.claim_id, arg_max(v.verdict, v.seq) AS verdict, arg_max(v.rationale, v.seq) AS rationale,
    max(v.seq) AS seq
FROM verdicts AS v
SEMI JOIN effective_claims AS c ON c.session_id = v.session_id AND c.claim_id = v.claim_id
GROUP BY v.session_id, v.claim_id;

-- Verdicts and what they rest on ------------------------------------------------------------------------------------

CREATE VIEW claim_basis AS
SELECT session_id, claim_id,
    count(*) FILTER (WHERE relation = 'supports') AS supports,
    count(*) FILTER (WHERE relation = 'contradicts') AS contradicts,
    count(*) FILTER (WHERE relation = 'partial') AS partial
FROM effective_attachments
GROUP BY session_id, claim_id;

-- What a verdict lacks, given its claim's live attachments; NULL when it lacks nothing.
CREATE MACRO basis_problem(verdict, supports, contradicts, partial) AS CASE
    WHEN verdict = 'verified' AND supports = 0 THEN 'verified needs a live attachment with relation supports'
    WHEN verdict = 'contradicted' AND contradicts = 0
        THEN 'contradicted needs a live attachment with relation contradicts'
    WHEN verdict = 'partially_verified' AND supports = 0 AND partial = 0
        THEN 'partially_verified needs a live attachment with relation supports or partial'
END;

CREATE VIEW verdicts_without_basis AS
SELECT session_id, claim_id, "start", "end", verdict, problem, seq
FROM (
    SELECT c.session_id, c.claim_id, c."start", c."end", v.verdict, c.seq,
        basis_problem(v.verdict, coalesce(b.supports, 0), coalesce(b.contradicts, 0), coalesce(b.partial, 0)) AS problem
    FROM effective_claims AS c
    JOIN (
        SELECT session_id, claim_id, arg_max(verdict, seq) AS verdict FROM verdicts GROUP BY session_id, claim_id
    ) AS v ON v.session_id = c.session_id AND v.claim_id = c.claim_id
    LEFT JOIN claim_basis AS b ON b.session_id = c.session_id AND b.claim_id = c.claim_id
)
WHERE problem IS NOT NULL;

CREATE VIEW claims_without_verdict AS
SELECT c.session_id, c.claim_id, c.claim, c."start", c."end", c.seq
FROM effective_claims AS c
ANTI JOIN verdicts AS v ON v.session_id = c.session_id AND v.claim_id = c.claim_id;

-- Coverage ----------------------------------------------------------------------------------------------------------

-- The effective ranges, cut to the text; empty ones are left out.
CREATE VIEW covering_ranges AS
SELECT r.session_id, greatest(r."start", 0) AS "start", least(r."end", s.source_length) AS "end"
FROM (
    SELECT session_id, "start", "end" FROM effective_claims
    UNION ALL
    SELECT session_id, "start", "end" FROM effective_non_claims
) AS r
JOIN sessions AS s ON s.session_id = r.session_id
WHERE greatest(r."start", 0) < least(r."end", s.source_length);

-- The parts of the text under no range: before each range that starts beyond what is reached so far, and the tail.
CREATE VIEW coverage_gaps AS
SELECT session_id, "start", "end"
FROM (
    SELECT session_id,
        coalesce(max("end") OVER (
            PARTITION BY session_id ORDER BY "start", "end" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ), 0) AS "start",
        "start" AS "end"
    FROM (
        SELECT session_id, "start", "end" FROM covering_ranges
        UNION ALL
        SELECT session_id, source_length AS "start", source_length AS "end" FROM sessions
    )
)
WHERE "start" < "end";

CREATE VIEW coverage AS
SELECT s.session_id, s.source_length AS total,
    s.source_length - coalesce(sum(g."end" - g."start"), 0) AS covered,
    count(g."start") AS gaps
FROM sessions AS s
LEFT JOIN coverage_gaps AS g ON g.session_id = s.session_id
GROUP BY s.session_id, s.source_length;

-- Jobs and attempts -------------------------------------------------------------------------------------------------

CREATE VIEW open_jobs AS
SELECT j.session_id, j.job_id, j.kind, j.request_key, j.recorded_at, j.seq
FROM jobs AS j
ANTI JOIN job_outcomes AS o ON o.job_id = j.job_id;

CREATE VIEW attempts AS
SELECT s.session_id, s.job_id, s.attempt_id, s.stage, s.item, s.number, s.recorded_at AS started_at,
    e.recorded_at AS ended_at, coalesce(e.outcome, 'running') AS outcome, e.error_kind, e.message, e.http_status,
    e.bytes, e.detail, s.flow_run_id, s.task_run_id, s.seq
FROM attempt_starts AS s
LEFT JOIN attempt_ends AS e ON e.attempt_id = s.attempt_id;

-- Reports -----------------------------------------------------------------------------------------------------------

-- What a report shows: a later one of these makes it old. Jobs and attempts alone do not.
CREATE VIEW content_changes AS
SELECT session_id, seq, recorded_at FROM claims
UNION ALL SELECT session_id, seq, recorded_at FROM non_claims
UNION ALL SELECT session_id, seq, recorded_at FROM evidence
UNION ALL SELECT session_id, seq, recorded_at FROM attachments
UNION ALL SELECT session_id, seq, recorded_at FROM verdicts
UNION ALL SELECT session_id, seq, recorded_at FROM exclusions
UNION ALL SELECT session_id, seq, recorded_at FROM restorations
UNION ALL SELECT session_id, seq, recorded_at FROM pictures;

-- Finalizations whose three report files were written (a change while they were being written makes them provisional).
CREATE VIEW reported_finalizations AS
SELECT f.session_id, f.finalization_id, f.seq, f.recorded_at
FROM finalizations AS f
JOIN report_files AS r ON r.session_id = f.session_id AND r.seq > f.seq
GROUP BY f.session_id, f.finalization_id, f.seq, f.recorded_at
HAVING count(DISTINCT r.name) = 3;

-- The first change after the last finalization that has its reports.
CREATE VIEW stale_reports AS
SELECT c.session_id, min(c.recorded_at) AS stale_since, min(c.seq) AS seq
FROM content_changes AS c
JOIN (SELECT session_id, max(seq) AS seq FROM reported_finalizations GROUP BY session_id) AS f
    ON f.session_id = c.session_id AND c.seq > f.seq
GROUP BY c.session_id;
