-- Every verdict still has the attachments it needs.
SELECT v.claim_id, v.verdict, v.problem
FROM verdicts_without_basis AS v
JOIN claims AS c ON c.session_id = v.session_id AND c.claim_id = v.claim_id
WHERE v.session_id = $session_id
ORDER BY c."start", c."end", c.seq
