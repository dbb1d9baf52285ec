-- Tries by the host they went to; those that went to none (files, pictures, reports) come last under an empty name.
WITH tried AS (
    SELECT *, lower(regexp_extract(item, '^https?://(?:[^/?#@]*@)?([^/?#]*)', 1, 'i')) AS host
    FROM attempts
    WHERE session_id = coalesce($session_id, session_id)
),
reason AS (
    SELECT host, stage, coalesce(error_kind, outcome) AS error_kind, count(*) AS times,
        arg_max(message, started_at) AS message
    FROM tried
    WHERE outcome IN ('failed', 'interrupted')
    GROUP BY ALL
),
reasons AS (
    SELECT host,
        list({'stage': stage, 'error_kind': error_kind, 'times': times, 'message': message}
            ORDER BY times DESC, stage, error_kind) AS reasons
    FROM reason
    GROUP BY host
),
host AS (
    SELECT host, count(*) AS attempts,
        count(*) FILTER (WHERE outcome = 'succeeded') AS succeeded,
        count(*) FILTER (WHERE outcome = 'failed') AS failed,
        count(*) FILTER (WHERE outcome = 'interrupted') AS interrupted,
        count(*) FILTER (WHERE outcome = 'running') AS running,
        count(DISTINCT session_id) AS sessions,
        max(started_at) AS last_at
    FROM tried
    GROUP BY host
)
SELECT h.*, coalesce(r.reasons, []) AS reasons, count(*) OVER () AS hosts
FROM host AS h
LEFT JOIN reasons AS r ON r.host = h.host
ORDER BY h.host = '', h.failed + h.interrupted DESC, h.attempts DESC, h.host
LIMIT $most
