-- Effective claims by their latest verdict.
SELECT count(*) AS total,
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
