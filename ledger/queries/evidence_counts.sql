-- Effective evidence by provenance.
SELECT count(*) AS total,
    count(*) FILTER (WHERE provenance = 'http') AS http,
    count(*) FILTER (WHERE provenance = 'browser') AS browser,
    count(*) FILTER (WHERE provenance = 'file') AS file,
    count(*) FILTER (WHERE provenance = 'agent_captured') AS agent_captured
FROM effective_evidence
WHERE session_id = $session_id
