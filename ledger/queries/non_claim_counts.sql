-- Effective non-claims.
SELECT count(*) AS total FROM effective_non_claims WHERE session_id = $session_id
