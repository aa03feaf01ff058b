-- The terms of an article: each code whole and from each of its parts on, a GTIN without leading zeros, the words of
-- its name.
create or replace function item_terms_of(sku text, customer_sku text, gtin text, name text) returns setof text
language sql immutable parallel safe
begin atomic
  select distinct left(term, 60) from (
    select array_to_string(parts[at:], '') as term
    from unnest(array[sku, customer_sku, gtin]) code
    cross join lateral regexp_split_to_array(folded(code), '[^[:alnum:]]+') parts
    cross join lateral generate_subscripts(parts, 1) at
    union all
    select ltrim(gtin, '0')
    union all
    select word from regexp_split_to_table(folded(name), '[^[:alnum:]]+') word where length(word) > 1
  ) terms where term <> '';
end;
