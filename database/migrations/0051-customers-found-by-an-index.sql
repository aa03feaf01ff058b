-- A text that few customers have finds them without reading all others' names: name and number in small letters without
-- accents, as the function plain_text makes them. In accounts: their overviews change with each sign-in, and an index of
-- parts of words is dear to keep.
alter table accounts add column search_text text collate "C" not null generated always as (
  lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f\u064b-\u0652]', '', 'g')) || ' ' || lower(number)) stored;
create index accounts_by_parts_of_name on accounts using gin (search_text gin_trgm_ops);
grant select (search_text) on accounts to portal_search;
