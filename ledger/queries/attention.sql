-- What a reader should look at: weak verdicts in text order, then doubts about verified claims, then evidence.
WITH c AS (
    SELECT e.claim_id, e."start", e."end", e.seq, v.verdict, v.rationale
    FROM effective_claims AS e
    JOIN current_verdicts AS v ON v.session_id = e.session_id AND v.claim_id = e.claim_id
    WHERE e.session_id = $session_id
),
a AS (
    SELECT t.claim_id, t.attachment_id, t.evidence_id, t.relation, t.match_kind, t.hidden_text, t.folds,
        t.short_quote_reason, t.seq, d.provenance, d.expected_terms, d.complete
    FROM attachments AS t
    SEMI JOIN effective_attachments AS f ON f.session_id = t.session_id AND f.attachment_id = t.attachment_id
    JOIN evidence AS d ON d.session_id = t.session_id AND d.evidence_id = t.evidence_id
    WHERE t.session_id = $session_id
),
items AS (
    SELECT CASE verdict WHEN 'contradicted' THEN 1 WHEN 'partially_verified' THEN 2 ELSE 3 END AS class,
        claim_id, NULL AS evidence_id, verdict AS reason, verdict, "start", "end", seq, rationale AS detail
    FROM c
    WHERE verdict <> 'verified'
    UNION ALL
    SELECT 4, c.claim_id, NULL, 'supports_and_contradicts', c.verdict, c."start", c."end", c.seq,
        'Live attachments support it (' || string_agg(a.attachment_id, ', ' ORDER BY a.seq)
            FILTER (WHERE a.relation = 'supports')
        || ') and contradict it (' || string_agg(a.attachment_id, ', ' ORDER BY a.seq)
            FILTER (WHERE a.relation = 'contradicts') || ').'
    FROM c JOIN a ON a.claim_id = c.claim_id
    GROUP BY c.claim_id, c.verdict, c."start", c."end", c.seq
    HAVING bool_or(a.relation = 'supports') AND bool_or(a.relation = 'contradicts')
    UNION ALL
    SELECT 5, c.claim_id, NULL, 'only_agent_captured', c.verdict, c."start", c."end", c.seq,
        'Every supporting attachment rests on text that the agent handed in: '
        || string_agg(a.attachment_id, ', ' ORDER BY a.seq) || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified'
    GROUP BY c.claim_id, c.verdict, c."start", c."end", c.seq
    HAVING bool_and(a.provenance = 'agent_captured')
    UNION ALL
    SELECT 6, c.claim_id, a.evidence_id, 'expected_terms_missing', c.verdict, c."start", c."end", c.seq,
        'The capture ' || a.evidence_id || ' lacks expected terms: ' || array_to_string([
            t->>'$.term' FOR t IN CAST(any_value(a.expected_terms) AS JSON[]) IF NOT CAST(t->'$.found' AS BOOLEAN)
        ], ', ') || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.expected_terms IS NOT NULL AND contains(CAST(a.expected_terms AS VARCHAR), '"found":false')
    GROUP BY c.claim_id, a.evidence_id, c.verdict, c."start", c."end", c.seq
    UNION ALL
    SELECT 7, c.claim_id, a.evidence_id, 'folded_quote', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' matches only after folding: ' || array_to_string(CAST(a.folds AS VARCHAR[]), ', ') || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.match_kind = 'folded'
    UNION ALL
    SELECT 8, c.claim_id, a.evidence_id, 'hidden_text', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' quotes collapsed text of the page.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.hidden_text
    UNION ALL
    SELECT 9, c.claim_id, a.evidence_id, 'short_quote', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' is a short quote: ' || a.short_quote_reason
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.short_quote_reason IS NOT NULL
    UNION ALL
    SELECT 10, NULL, e.evidence_id, 'signal', NULL, NULL, NULL, e.seq,
        (s->>'$.name') || ' (' || (s->>'$.severity') || '): ' || (s->>'$.detail')
    FROM (
        SELECT d.evidence_id, d.seq, unnest(CAST(d.signals AS JSON[])) AS s
        FROM evidence AS d
        SEMI JOIN effective_evidence AS f ON f.session_id = d.session_id AND f.evidence_id = d.evidence_id
        WHERE d.session_id = $session_id
    ) AS e
    WHERE s->>'$.severity' <> 'info'
    UNION ALL
    SELECT 11, NULL, d.evidence_id, 'incomplete', NULL, NULL, NULL, d.seq, 'The body was cut short.'
    FROM evidence AS d
    SEMI JOIN effective_evidence AS f ON f.session_id = d.session_id AND f.evidence_id = d.evidence_id
    WHERE d.session_id = $session_id AND NOT d.complete
)
SELECT claim_id, evidence_id, reason, verdict, "start", "end", detail
FROM items
ORDER BY class, "start" NULLS LAST, "end", seq, detail
