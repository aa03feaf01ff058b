-- Whether each of the parts (`weight/text`) stands somewhere in a term of that weight.
create or replace function parts_within(terms tsvector, parts text[]) returns boolean language sql immutable parallel safe
return not exists (
  select from unnest(parts) part where not exists (
    select from unnest(terms) t
    where split_part(part, '/', 1) = any (t.weights) and strpos(split_part(t.lexeme, ':', 2), split_part(part, '/', 2)) > 0
  )
);
