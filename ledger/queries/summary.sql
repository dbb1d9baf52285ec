-- The figures of one session; only effective records count.
SELECT v.covered, v.total, v.gaps, c.*, n.*, e.*, a.*, x.*
FROM (SELECT covered, total, gaps FROM coverage WHERE session_id = $session_id) AS v
CROSS JOIN (
    SELECT count(*) AS claims,
        count(*) FILTER (WHERE v.verdict IS NULL) AS without_verdict,
        count(*) FILTER (WHERE v.verdict = 'verified') AS verified,
        count(*) FILTER (WHERE v.verdict = 'contradicted') AS contradicted,
        count(*) FILTER (WHERE v.verdict = 'partially_verified') AS partially_verified,
        count(*) FILTER (WHERE v.verdict = 'unverifiable') AS unverifiable
    FROM effective_claims AS c
    LEFT JOIN (
        SELECT claim_id, arg_max(verdict, seq) AS verdict FROM verdicts WHERE session_id = $session_id GROUP BY claim_id
    ) AS v ON v.claim_id = c.claim_id
    WHERE c.session_id = $session_id
) AS c
CROSS JOIN (SELECT count(*) AS non_claims FROM effective_non_claims WHERE session_id = $session_id) AS n
CROSS JOIN (
    SELECT count(*) AS evidence,
        count(*) FILTER (WHERE provenance = 'http') AS http,
        count(*) FILTER (WHERE provenance = 'browser') AS browser,
        count(*) FILTER (WHERE provenance = 'file') AS file,
        count(*) FILTER (WHERE provenance = 'agent_captured') AS agent_captured
    FROM effective_evidence
    WHERE session_id = $session_id
) AS e
CROSS JOIN (
    SELECT count(*) AS attachments,
        count(*) FILTER (WHERE relation = 'supports') AS supports,
        count(*) FILTER (WHERE relation = 'contradicts') AS contradicts,
        count(*) FILTER (WHERE relation = 'partial') AS partial,
        count(*) FILTER (WHERE relation = 'irrelevant') AS irrelevant
    FROM effective_attachments
    WHERE session_id = $session_id
) AS a
CROSS JOIN (
    SELECT count(*) AS exclusions, count(r.exclusion_id) AS restored
    FROM exclusions AS x
    LEFT JOIN restorations AS r ON r.session_id = x.session_id AND r.exclusion_id = x.exclusion_id
    WHERE x.session_id = $session_id
) AS x
