-- The ids that count, by type, in the order recorded.
SELECT 'claim' AS kind, claim_id AS id, seq FROM effective_claims WHERE session_id = $session_id
UNION ALL
SELECT 'non_claim', non_claim_id, seq FROM effective_non_claims WHERE session_id = $session_id
UNION ALL
SELECT 'evidence', evidence_id, seq FROM effective_evidence WHERE session_id = $session_id
UNION ALL
SELECT 'attachment', attachment_id, seq FROM effective_attachments WHERE session_id = $session_id
ORDER BY seq
