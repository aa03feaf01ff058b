-- A code as it is compared: letters and digits alone.
create or replace function folded_code(said text) returns text language sql immutable parallel safe
return left(regexp_replace(folded(said), '[^[:alnum:]]+', '', 'g'), 60);
