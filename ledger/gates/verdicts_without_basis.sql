-- Every verdict still has the attachments it needs.
SELECT v.claim_id, v.verdict, v.problem
FROM verdicts_without_basis AS v
WHERE v.session_id = $session_id
ORDER BY v."start", v."end", v.seq
