-- What read the text under check, where it was fetched.

ALTER TABLE sessions ADD COLUMN "readers" JSON DEFAULT '{}';
