-- Every character of the source text is a claim or explicitly not one.
SELECT g."start", g."end"
FROM coverage_gaps AS g
WHERE g.session_id = $session_id
ORDER BY g."start"
