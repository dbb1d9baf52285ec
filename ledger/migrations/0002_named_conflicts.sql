-- One rule on what a verdict rests on, for set_verdict, get_status, revise_record and finalize: it has the live
-- attachment that it needs, and where live attachments stand on both sides its rationale says so.

-- Whether a rationale speaks of evidence against its verdict: by the id of such an attachment or of its evidence, or in words.
CREATE MACRO names_conflict(rationale, against) AS
    list_has_any(regexp_extract_all(rationale, '(?:attachment|evidence)_[0-9]+'), against)
    OR regexp_matches(
        rationale,
        'contradict|conflict|disagree|oppos|disput|inconsisten|discrepan|contrary|refut|\bdiffer|at odds'
        || '|矛盾|食い違|くい違|食違|くいちが|異な|異論|異説|相違|相反|反対|反論|反す|反し|対立|不一致|一致しない|一致せず',
        'i'
    );

-- What a verdict passes over, given the names (ids of attachments and of their evidence) on each side; NULL for nothing.
CREATE MACRO conflict_problem(verdict, rationale, supporting, contradicting) AS CASE
    WHEN len(supporting) = 0 OR len(contradicting) = 0 THEN NULL
    WHEN names_conflict(rationale, CASE verdict
        WHEN 'verified' THEN contradicting
        WHEN 'contradicted' THEN supporting
        ELSE list_concat(supporting, contradicting)
    END) THEN NULL
    ELSE 'live attachments support and contradict the claim, and the rationale does not say so'
END;

CREATE OR REPLACE VIEW claim_basis AS
SELECT session_id, claim_id,
    count(*) FILTER (WHERE relation = 'supports') AS supports,
    count(*) FILTER (WHERE relation = 'contradicts') AS contradicts,
    count(*) FILTER (WHERE relation = 'partial') AS partial,
    coalesce(flatten(list([attachment_id, evidence_id]) FILTER (WHERE relation = 'supports')), []) AS supporting,
    coalesce(flatten(list([attachment_id, evidence_id]) FILTER (WHERE relation = 'contradicts')), []) AS contradicting
FROM effective_attachments
GROUP BY session_id, claim_id;

-- `kind` tells the two problems apart: `basis` (no attachment carries the verdict) or `conflict` (one against it is passed over).
CREATE OR REPLACE VIEW verdicts_without_basis AS
SELECT session_id, claim_id, "start", "end", verdict, rationale, coalesce(basis, conflict) AS problem,
    CASE WHEN basis IS NULL THEN 'conflict' ELSE 'basis' END AS kind, seq
FROM (
    SELECT c.session_id, c.claim_id, c."start", c."end", v.verdict, v.rationale, c.seq,
        basis_problem(v.verdict, coalesce(b.supports, 0), coalesce(b.contradicts, 0), coalesce(b.partial, 0)) AS basis,
        conflict_problem(v.verdict, v.rationale, coalesce(b.supporting, []), coalesce(b.contradicting, [])) AS conflict
    FROM effective_claims AS c
    JOIN (
        SELECT session_id, claim_id, arg_max(verdict, seq) AS verdict, arg_max(rationale, seq) AS rationale
        FROM verdicts
        GROUP BY session_id, claim_id
    ) AS v ON v.session_id = c.session_id AND v.claim_id = c.claim_id
    LEFT JOIN claim_basis AS b ON b.session_id = c.session_id AND b.claim_id = c.claim_id
)
WHERE coalesce(basis, conflict) IS NOT NULL;
