-- Whether each of the parts, behind the weight that it is sought in and a slash, is somewhere in a term said as that.
create or replace function said_within(terms tsvector, parts text[]) returns boolean language sql immutable parallel safe
return not exists (
  select from unnest(parts) part where not exists (
    select from unnest(terms) t
    where split_part(part, '/', 1) = any (t.weights) and strpos(split_part(t.lexeme, ':', 2), split_part(part, '/', 2)) > 0
  )
);
