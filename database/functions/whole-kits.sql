-- How many whole kits can be made of components that suffice for `enough`.
create or replace function whole_kits(enough numeric, ordered numeric) returns numeric language sql immutable parallel safe
return case when enough >= ordered then ordered else floor(enough) end;
