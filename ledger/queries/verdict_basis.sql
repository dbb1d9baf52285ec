-- What a verdict would lack or pass over, given its claim's live attachments by relation and the names on each side.
SELECT basis_problem($verdict, $supports, $contradicts, $partial) AS problem,
    conflict_problem($verdict, $rationale, $supporting::VARCHAR[], $contradicting::VARCHAR[]) AS conflict
