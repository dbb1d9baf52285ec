-- One line per session of the page, newest first; a NULL session_id asks for all.
WITH page AS (
    SELECT session_id, title, recorded_at, source_kind, origin, project, source_length, seq
    FROM sessions
    WHERE session_id = coalesce($session_id, session_id)
    ORDER BY recorded_at DESC, session_id DESC
    LIMIT $most OFFSET $skip
),
verdict AS (
    SELECT v.session_id, v.claim_id, arg_max(v.verdict, v.seq) AS verdict
    FROM verdicts AS v
    SEMI JOIN page USING (session_id)
    GROUP BY v.session_id, v.claim_id
),
counted AS (
    SELECT c.session_id, count(*) AS claims,
        count(*) FILTER (WHERE v.verdict IS NULL) AS without_verdict,
        count(*) FILTER (WHERE v.verdict = 'verified') AS verified,
        count(*) FILTER (WHERE v.verdict = 'contradicted') AS contradicted,
        count(*) FILTER (WHERE v.verdict = 'partially_verified') AS partially_verified,
        count(*) FILTER (WHERE v.verdict = 'unverifiable') AS unverifiable
    FROM effective_claims AS c
    SEMI JOIN page USING (session_id)
    LEFT JOIN verdict AS v ON v.session_id = c.session_id AND v.claim_id = c.claim_id
    GROUP BY c.session_id
),
jobs_open AS (SELECT session_id, count(*) AS open_jobs FROM open_jobs SEMI JOIN page USING (session_id) GROUP BY session_id),
finalized AS (
    SELECT session_id, max(recorded_at) AS finalized_at FROM finalizations SEMI JOIN page USING (session_id)
    GROUP BY session_id
),
cover AS (SELECT session_id, covered, total FROM coverage SEMI JOIN page USING (session_id)),
rechecked AS (
    SELECT session_id, max(recorded_at) AS rechecked_at FROM rechecks SEMI JOIN page USING (session_id) GROUP BY session_id
),
stale AS (SELECT session_id, stale_since FROM stale_reports SEMI JOIN page USING (session_id))
SELECT p.session_id, p.title, p.recorded_at, p.source_kind, p.origin, p.project, p.source_length,
    z.session_id IS NOT NULL AS archived, v.covered, v.total,
    coalesce(c.claims, 0) AS claims, coalesce(c.without_verdict, 0) AS without_verdict,
    coalesce(c.verified, 0) AS verified, coalesce(c.contradicted, 0) AS contradicted,
    coalesce(c.partially_verified, 0) AS partially_verified, coalesce(c.unverifiable, 0) AS unverifiable,
    coalesce(j.open_jobs, 0) AS open_jobs, f.finalized_at, s.stale_since, k.rechecked_at
FROM page AS p
LEFT JOIN counted AS c ON c.session_id = p.session_id
LEFT JOIN jobs_open AS j ON j.session_id = p.session_id
LEFT JOIN finalized AS f ON f.session_id = p.session_id
LEFT JOIN cover AS v ON v.session_id = p.session_id
LEFT JOIN rechecked AS k ON k.session_id = p.session_id
LEFT JOIN stale AS s ON s.session_id = p.session_id
LEFT JOIN archived_sessions AS z ON z.session_id = p.session_id
ORDER BY p.recorded_at DESC, p.session_id DESC
