-- How a body came over the network, and what read it. Rows from before have neither: their default is what they say.

ALTER TABLE evidence ADD COLUMN "exchange" JSON;
ALTER TABLE evidence ADD COLUMN "readers" JSON DEFAULT '{}';
ALTER TABLE sessions ADD COLUMN "exchange" JSON;
ALTER TABLE sessions ADD COLUMN "files" JSON DEFAULT '[]';
