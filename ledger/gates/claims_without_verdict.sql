-- Every claim has a verdict.
SELECT c.claim_id, c.claim, c."start", c."end"
FROM claims_without_verdict AS c
WHERE c.session_id = $session_id
ORDER BY c."start", c."end", c.seq
