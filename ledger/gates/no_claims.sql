-- A checked text has at least one claim.
SELECT s.session_id, s.source_length
FROM sessions AS s
WHERE s.session_id = $session_id
    AND NOT EXISTS (SELECT 1 FROM effective_claims AS c WHERE c.session_id = $session_id)
