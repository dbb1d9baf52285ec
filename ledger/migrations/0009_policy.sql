-- What the policy made of a source, and which of its signals flag a quote. Rows from before were not asked.

ALTER TABLE evidence ADD COLUMN "risk" VARCHAR;
ALTER TABLE evidence ADD COLUMN "decision" VARCHAR;
ALTER TABLE attachments ADD COLUMN "flags" JSON DEFAULT '[]';
