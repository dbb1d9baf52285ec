-- The effective ranges of the session's text, with their ids.
SELECT claim_id AS id, "start", "end" FROM effective_claims WHERE session_id = $session_id
UNION ALL
SELECT non_claim_id, "start", "end" FROM effective_non_claims WHERE session_id = $session_id
