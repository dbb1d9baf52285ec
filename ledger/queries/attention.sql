-- What a reader should look at: verdicts that rest on nothing, weak verdicts, passages passed off as no claim, doubts
-- about verified claims, each in text order, then evidence. `$paragraphs` and `$halves` are the non-claims that cover more
-- than a paragraph and more than half of the text. Of non-claims the first `$most` of each reason are listed, then their number.
WITH c AS (
    SELECT e.claim_id, e."start", e."end", e.seq, v.verdict, v.rationale
    FROM effective_claims AS e
    JOIN current_verdicts AS v ON v.session_id = e.session_id AND v.claim_id = e.claim_id
    WHERE e.session_id = $session_id
),
a AS (
    SELECT t.claim_id, t.attachment_id, t.evidence_id, t.relation, t.match_kind, t.hidden_text, t.folds, t.cuts, t.flags,
        t.short_quote_reason, t.opposes, t.seq, d.provenance, d.expected_terms, d.complete
    FROM attachments AS t
    SEMI JOIN effective_attachments AS f ON f.session_id = t.session_id AND f.attachment_id = t.attachment_id
    JOIN evidence AS d ON d.session_id = t.session_id AND d.evidence_id = t.evidence_id
    WHERE t.session_id = $session_id
),
n AS (
    SELECT non_claim_id, "start", "end", seq FROM effective_non_claims WHERE session_id = $session_id
),
shared AS (
    SELECT n.non_claim_id, count(*) AS many, list(e.claim_id ORDER BY e."start", e."end", e.seq)[:5] AS claims
    FROM n JOIN effective_claims AS e ON e.session_id = $session_id AND e."start" < n."end" AND n."start" < e."end"
    GROUP BY n.non_claim_id
),
doubted AS (
    SELECT reason, place, non_claim_id, "start", "end", seq, detail, others,
        row_number() OVER (PARTITION BY reason ORDER BY "start", "end", seq) AS number, count(*) OVER (PARTITION BY reason) AS total
    FROM (
        SELECT 'non_claim_over_half' AS reason, 4 AS place, n.*, 'It covers more than half of the text.' AS detail,
            'more non-claims that cover more than half of the text' AS others
        FROM n WHERE n.non_claim_id IN (SELECT unnest($halves::VARCHAR[]))
        UNION ALL
        SELECT 'non_claim_over_paragraph', 5, n.*, 'It covers more than a paragraph.',
            'more non-claims that cover more than a paragraph'
        FROM n WHERE n.non_claim_id IN (SELECT unnest($paragraphs::VARCHAR[]))
        UNION ALL
        SELECT 'non_claim_over_claim', 6, n.*, 'It overlaps ' || array_to_string(o.claims, ', ')
            || CASE WHEN o.many > 5 THEN ' and ' || (o.many - 5) || ' more' ELSE '' END || '.',
            'more non-claims that overlap claims'
        FROM n JOIN shared AS o ON o.non_claim_id = n.non_claim_id
    )
),
items AS (
    SELECT 0 AS class, claim_id, NULL AS evidence_id, NULL AS non_claim_id,
        CASE kind WHEN 'basis' THEN 'verdict_without_basis' ELSE 'conflict_unnamed' END AS reason,
        verdict, "start", "end", seq, upper(problem[1]) || problem[2:] || '.' AS detail
    FROM verdicts_without_basis
    WHERE session_id = $session_id
    UNION ALL
    SELECT place, NULL, NULL, non_claim_id, reason, NULL, "start", "end", seq, detail
    FROM doubted
    WHERE number <= $most
    UNION ALL
    SELECT place, NULL, NULL, NULL, reason, NULL, NULL, NULL, NULL, (total - $most) || ' ' || others || '.'
    FROM doubted
    WHERE number = $most + 1
    UNION ALL
    SELECT CASE verdict WHEN 'contradicted' THEN 1 WHEN 'partially_verified' THEN 2 ELSE 3 END,
        claim_id, NULL, NULL, verdict, verdict, "start", "end", seq, rationale
    FROM c
    WHERE verdict <> 'verified'
    UNION ALL
    SELECT 7, c.claim_id, NULL, NULL, 'supports_and_contradicts', c.verdict, c."start", c."end", c.seq,
        'Live attachments support it (' || string_agg(a.attachment_id, ', ' ORDER BY a.seq)
            FILTER (WHERE a.relation = 'supports')
        || ') and contradict it (' || string_agg(a.attachment_id, ', ' ORDER BY a.seq)
            FILTER (WHERE a.relation = 'contradicts') || ').'
    FROM c JOIN a ON a.claim_id = c.claim_id
    WHERE NOT EXISTS (
        SELECT 1 FROM verdicts_without_basis AS v
        WHERE v.session_id = $session_id AND v.claim_id = c.claim_id AND v.kind = 'conflict'
    )
    GROUP BY c.claim_id, c.verdict, c."start", c."end", c.seq
    HAVING bool_or(a.relation = 'supports') AND bool_or(a.relation = 'contradicts')
    UNION ALL
    SELECT 8, c.claim_id, a.evidence_id, NULL, 'quote_' || k.result, c.verdict, c."start", c."end", c.seq,
        a.attachment_id || CASE k.result
            WHEN 'gone' THEN ': its source is gone'
            ELSE ': its source no longer has the quoted words'
        END || strftime(r.recorded_at, ' (rechecked %Y-%m-%d).')
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation <> 'irrelevant'
    JOIN standing_rechecks AS k ON k.session_id = $session_id AND k.attachment_id = a.attachment_id
    JOIN rechecks AS r ON r.session_id = $session_id AND r.recheck_id = k.recheck_id
    WHERE k.result IN ('changed', 'gone')
    UNION ALL
    SELECT 9, c.claim_id, NULL, NULL, 'only_agent_captured', c.verdict, c."start", c."end", c.seq,
        'Every supporting attachment rests on text that the agent handed in: '
        || string_agg(a.attachment_id, ', ' ORDER BY a.seq) || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified'
    GROUP BY c.claim_id, c.verdict, c."start", c."end", c.seq
    HAVING bool_and(a.provenance = 'agent_captured')
    UNION ALL
    SELECT 10, c.claim_id, a.evidence_id, NULL, 'expected_terms_missing', c.verdict, c."start", c."end", c.seq,
        'The capture ' || a.evidence_id || ' lacks expected terms: ' || array_to_string([
            t->>'$.term' FOR t IN CAST(any_value(a.expected_terms) AS JSON[]) IF NOT CAST(t->'$.found' AS BOOLEAN)
        ], ', ') || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.expected_terms IS NOT NULL AND contains(CAST(a.expected_terms AS VARCHAR), '"found":false')
    GROUP BY c.claim_id, a.evidence_id, c.verdict, c."start", c."end", c.seq
    UNION ALL
    SELECT 11, e.claim_id, a.evidence_id, NULL, 'quote_opposes', v.verdict, e."start", e."end", e.seq,
        a.attachment_id || ' is said to support the claim, but: ' || a.opposes || '.'
    FROM a
    JOIN effective_claims AS e ON e.session_id = $session_id AND e.claim_id = a.claim_id
    LEFT JOIN current_verdicts AS v ON v.session_id = e.session_id AND v.claim_id = e.claim_id
    WHERE a.relation = 'supports' AND a.opposes IS NOT NULL
    UNION ALL
    SELECT 12, c.claim_id, a.evidence_id, NULL, 'cut_quote', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' cuts what stands around it: ' || array_to_string(CAST(a.cuts AS VARCHAR[]), ', ') || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND json_array_length(a.cuts) > 0
    UNION ALL
    SELECT 13, c.claim_id, a.evidence_id, NULL, 'folded_quote', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' matches only after folding: ' || array_to_string(CAST(a.folds AS VARCHAR[]), ', ') || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.match_kind = 'folded'
    UNION ALL
    SELECT 14, c.claim_id, a.evidence_id, NULL, 'hidden_text', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' quotes collapsed text of the page.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.hidden_text
    UNION ALL
    SELECT 15, c.claim_id, a.evidence_id, NULL, 'short_quote', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' is a short quote: ' || a.short_quote_reason
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation = 'supports'
    WHERE c.verdict = 'verified' AND a.short_quote_reason IS NOT NULL
    UNION ALL
    SELECT 16, c.claim_id, a.evidence_id, NULL, 'flagged_quote', c.verdict, c."start", c."end", c.seq,
        a.attachment_id || ' quotes words that the policy flags: ' || array_to_string(CAST(a.flags AS VARCHAR[]), ', ') || '.'
    FROM c JOIN a ON a.claim_id = c.claim_id AND a.relation <> 'irrelevant'
    WHERE json_array_length(a.flags) > 0
    UNION ALL
    SELECT 17, NULL, e.evidence_id, NULL, 'signal', NULL, NULL, NULL, e.seq,
        (s->>'$.name') || ' (' || (s->>'$.severity') || '): ' || (s->>'$.detail')
    FROM (
        SELECT d.evidence_id, d.seq, unnest(CAST(d.signals AS JSON[])) AS s
        FROM evidence AS d
        SEMI JOIN effective_evidence AS f ON f.session_id = d.session_id AND f.evidence_id = d.evidence_id
        WHERE d.session_id = $session_id
    ) AS e
    WHERE s->>'$.severity' <> 'info' AND s->>'$.name' <> 'incomplete' -- which has a reason of its own, below
    UNION ALL
    SELECT 18, NULL, d.evidence_id, NULL, 'incomplete', NULL, NULL, NULL, d.seq, 'The body was cut short.'
    FROM evidence AS d
    SEMI JOIN effective_evidence AS f ON f.session_id = d.session_id AND f.evidence_id = d.evidence_id
    WHERE d.session_id = $session_id AND NOT d.complete
)
SELECT claim_id, evidence_id, non_claim_id, reason, verdict, "start", "end", detail
FROM items
ORDER BY class, "start" NULLS LAST, "end", seq, detail
