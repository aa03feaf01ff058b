-- A term as the index of documents holds it, behind its account's key; `ending` is ':*' for the beginning of a longer one.
create or replace function search_term(account_key text, term text, ending text) returns tsquery language sql immutable parallel safe
return ('''' || account_key || replace(replace(term, '\', '\\'), '''', '''''') || '''' || ending)::tsquery;
