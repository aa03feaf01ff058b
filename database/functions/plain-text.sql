-- A text as it is sorted and found in the console: small letters without accents.
create or replace function plain_text(given text) returns text language sql immutable parallel safe set search_path = pg_catalog, public
  return lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f\u064b-\u0652]', '', 'g'));
