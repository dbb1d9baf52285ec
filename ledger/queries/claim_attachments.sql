-- The attachments of a claim; `live` while neither the attachment, nor its claim, nor its evidence is excluded.
SELECT a.attachment_id, a.evidence_id, a.relation, e.attachment_id IS NOT NULL AS live
FROM attachments AS a
LEFT JOIN effective_attachments AS e ON e.session_id = a.session_id AND e.attachment_id = a.attachment_id
WHERE a.session_id = $session_id AND a.claim_id = $claim_id
ORDER BY a.seq
