-- Tries, the latest first, with what each belongs to. A NULL asks for all.
WITH tried AS (
    SELECT *, lower(regexp_extract(item, '^https?://(?:[^/?#@]*@)?([^/?#]*)', 1, 'i')) AS host
    FROM attempts
    WHERE session_id = coalesce($session_id, session_id)
)
SELECT t.session_id, s.title, t.job_id, j.kind AS job_kind, t.stage, t.item, t.host, t.number, t.started_at, t.ended_at,
    t.outcome, t.error_kind, t.message, t.http_status, t.bytes, t.flow_run_id, count(*) OVER () AS total
FROM tried AS t
LEFT JOIN sessions AS s ON s.session_id = t.session_id
LEFT JOIN jobs AS j ON j.job_id = t.job_id
WHERE t.host = coalesce($host, t.host) AND t.outcome = coalesce($outcome, t.outcome)
ORDER BY t.started_at DESC, t.seq DESC
LIMIT $most OFFSET $skip
