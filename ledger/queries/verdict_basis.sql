-- What a verdict on this claim would lack or pass over, with the attachments of the claim, live or not.
SELECT basis_problem($verdict,
        count(*) FILTER (WHERE relation = 'supports' AND live),
        count(*) FILTER (WHERE relation = 'contradicts' AND live),
        count(*) FILTER (WHERE relation = 'partial' AND live)) AS problem,
    conflict_problem($verdict, $rationale,
        coalesce(flatten(list([attachment_id, evidence_id]) FILTER (WHERE live AND relation = 'supports')), []),
        coalesce(flatten(list([attachment_id, evidence_id]) FILTER (WHERE live AND relation = 'contradicts')), [])
    ) AS conflict,
    coalesce(list(attachment_id ORDER BY seq) FILTER (WHERE live AND relation = 'supports'), []) AS supports,
    coalesce(list(attachment_id ORDER BY seq) FILTER (WHERE live AND relation = 'contradicts'), []) AS contradicts,
    coalesce(list(attachment_id || ' (' || relation || ')' ORDER BY seq) FILTER (WHERE live), []) AS live,
    coalesce(list(attachment_id || ' (' || relation || ')' ORDER BY seq) FILTER (WHERE NOT live), []) AS excluded
FROM (
    SELECT a.attachment_id, a.evidence_id, a.relation, a.seq, e.attachment_id IS NOT NULL AS live
    FROM attachments AS a
    LEFT JOIN effective_attachments AS e ON e.session_id = a.session_id AND e.attachment_id = a.attachment_id
    WHERE a.session_id = $session_id AND a.claim_id = $claim_id
)
