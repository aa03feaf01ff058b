-- Small letters without accents.
create or replace function folded(said text) returns text language sql immutable parallel safe
return translate(regexp_replace(lower(normalize(said, nfkd)), '[\u0300-\u036f]', '', 'g'), 'øıłđ', 'oild');
