-- Exclusions, restored ones apart.
SELECT count(*) AS total, count(*) - count(r.exclusion_id) AS active, count(r.exclusion_id) AS restored
FROM exclusions AS x
LEFT JOIN restorations AS r ON r.session_id = x.session_id AND r.exclusion_id = x.exclusion_id
WHERE x.session_id = $session_id
