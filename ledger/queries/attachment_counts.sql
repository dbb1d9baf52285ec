-- Effective attachments by relation.
SELECT count(*) AS total,
    count(*) FILTER (WHERE relation = 'supports') AS supports,
    count(*) FILTER (WHERE relation = 'contradicts') AS contradicts,
    count(*) FILTER (WHERE relation = 'partial') AS partial,
    count(*) FILTER (WHERE relation = 'irrelevant') AS irrelevant
FROM effective_attachments
WHERE session_id = $session_id
