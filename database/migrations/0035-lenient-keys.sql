-- How documents of a key are read where they are not quite as the ingest format has them.
alter table api_keys add column leniency jsonb;
