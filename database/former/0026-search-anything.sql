-- Search over anything that a person has at hand: each term knows what it was said as, references are found by their
-- middle, words by their stem in the account's language and by their nearest spelling.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The references of a document without punctuation, separated by spaces, for who has only a part of one.
alter table document_search add column codes text collate "C" not null default '';

-- The words of an account's documents. One that no document holds any more does no harm: it may widen what is looked for
-- and is never shown.
create table search_words (
  account_id uuid not null references accounts on delete cascade,
  word text collate "C" not null,
  stem text collate "C" not null,
  primary key (account_id, word)
);
create index search_words_by_stem on search_words (account_id, stem);

-- What a word has in common with its other forms, in one of the portal's languages; English when none was chosen.
create function stem_of(word text, language text) returns text language sql immutable parallel safe
return coalesce(
  (case language
    when 'de' then ts_lexize('pg_catalog.german_stem', word)
    when 'fr' then ts_lexize('pg_catalog.french_stem', word)
    when 'es' then ts_lexize('pg_catalog.spanish_stem', word)
    when 'nl' then ts_lexize('pg_catalog.dutch_stem', word)
    when 'ar' then ts_lexize('pg_catalog.arabic_stem', word)
    else ts_lexize('pg_catalog.english_stem', word)
  end)[1], word);

create function stem_again() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  update public.search_words set stem = public.stem_of(word, new.language) where account_id = new.account_id;
  return null;
end $$;
create trigger language_chosen after update of language on accounts for each row
when (old.language is distinct from new.language) execute function stem_again();

-- What is there already. The place of a term says what it was said as: 1 the customer's reference, 2 an article, 3 a serial
-- or lot, 4 anything else; these are the weights A to D. The owner, too, sees rows only by a policy.
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'units', 'document_search', 'accounts'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
end $$;
update document_search s set
  codes = left(concat_ws(' ', folded_code(d.number), folded_code(d.customer_reference),
    (select string_agg(folded_code(tracking), ' ') from unnest(d.tracking_numbers) tracking), l.codes, u.codes), 50000),
  terms = setweight(setweight(setweight(
    (regexp_replace(s.terms::text, '''(?= |$)', ''':4', 'g')
      || coalesce(' ''' || a.search_key || ':$' || to_char(abs(d.gross), 'FM999999999999990.00') || ''':4', '')
      || coalesce(' ''' || a.search_key || ':$' || to_char(abs(d.net), 'FM999999999999990.00') || ''':4', '')
      || coalesce(p.words, ''))::tsvector,
    'B', coalesce(l.terms, '{}')),
    'C', coalesce(u.terms, '{}')),
    'A', array(select a.search_key || ':' || term from item_terms_of(d.customer_reference, null, null, null) term))
from documents d
join accounts a on a.account_id = d.account_id
cross join lateral (
  select string_agg(distinct concat_ws(' ', folded_code(x.sku), folded_code(x.details ->> 'customerSku')), ' ') as codes,
    array_agg(distinct a.search_key || ':' || term) as terms
  from document_lines x cross join lateral item_terms_of(x.sku, x.details ->> 'customerSku', x.details ->> 'gtin', null) term
  where x.account_id = d.account_id and x.document_id = d.id
) l
cross join lateral (
  select string_agg(distinct x.code, ' ') as codes, array_agg(distinct a.search_key || ':' || x.code) as terms
  from units x where x.account_id = d.account_id and x.document_id = d.id
) u
cross join lateral (
  select string_agg(' ''' || a.search_key || ':' || word || ''':4', '') as words
  from jsonb_path_query(d.details, '$.*.lines[*]') line
  cross join lateral regexp_split_to_table(folded(line #>> '{}'), '[^[:alnum:]]+') word where length(word) between 2 and 60
) p
where s.account_id = d.account_id and s.document_id = d.id;
insert into search_words (account_id, word, stem)
select distinct s.account_id, said.word, stem_of(said.word, a.language)
from document_search s join accounts a using (account_id)
cross join lateral unnest(tsvector_to_array(s.terms)) term
cross join lateral substr(term, length(a.search_key::text) + 2) said (word)
where said.word ~ '^[[:alpha:]]{4,30}$';
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'units', 'document_search', 'accounts'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
-- With the account before them, so that common digits of all the others are not gone through.
create index document_search_codes on document_search using gin (account_id, codes gin_trgm_ops);

alter table search_words enable row level security;
alter table search_words force row level security;
create policy all_accounts on search_words to portal_server using (true) with check (true);
create policy own_words on search_words to portal_search using (true);
grant select, insert, update, delete on search_words to portal_server;
grant select on search_words to portal_search;
-- By status and amount results are narrowed in the function, so that a page of them is found in one go.
create policy narrowing_only on documents to portal_search using (true);
grant select (account_id, id, type, status, valid_until, due_date, last_event_at, gross) on documents to portal_search;
grant select (language) on accounts to portal_search;
grant create on schema public to portal_search;

-- The terms as the index holds them, each behind its account's key. A group is some terms of which one must be found, as
-- the beginning of a word or reference, separated by spaces; before them and a slash, the weights that they are sought in.
-- A word also stands for its other forms. `whole` is all of them written in one, as a reference may be.
create function search_query(account uuid, groups text[], whole text)
returns tsquery language plpgsql stable set search_path = pg_catalog, public as $$
declare
  key text;
  speech text;
  said text;
begin
  select a.search_key || ':', a.language into key, speech from public.accounts a where a.account_id = account;
  select string_agg('(' || g.alternatives || ')', ' & ') into said from (
    select (
      select string_agg('''' || key || replace(replace(x.term, '\', '\\'), '''', '''''') || ''':' || x.beginning || w.weights, ' | ')
      from (
        select term, '*' as beginning from string_to_table(w.terms, ' ') term
        union all
        (select v.word, '' from public.search_words v
          where w.terms ~ '^[[:alpha:]]{4,30}$' and v.account_id = account and v.stem = public.stem_of(w.terms, speech)
            and not starts_with(v.word, w.terms) order by v.word limit 12)
      ) x
    ) as alternatives
    from unnest(groups) one
    cross join lateral (
      select case when position('/' in one) > 0 then split_part(one, '/', 1) else '' end as weights,
        substr(one, position('/' in one) + 1) as terms
    ) w
  ) g;
  if whole is not null then
    said := concat_ws(' | ', '(' || said || ')', '''' || key || replace(replace(whole, '\', '\\'), '''', '''''') || ''':*');
  end if;
  return said::tsquery;
end $$;
alter function search_query(uuid, text[], text) owner to portal_search;
revoke all on function search_query(uuid, text[], text) from public;

drop function count_search_hits(text[], text[], integer);

create type search_hit as (id uuid, day date, type text);

-- The account's documents that hold all that was asked for, newest first, and how many there are of each type. The newest
-- thousand are looked at first; only when they do not fill the page, or hold too few to be worth a count, the index is asked.
-- `asked`: groups, whole (see search_query); fragments, parts of references; exact, a whole reference; types, those wanted;
-- seen, those to be counted; from, to; statuses and over with today, by the documents themselves; day and id, where the page
-- before ended; limit. What comes back, by `part`: hit; exact, documents that hold that whole reference, when there are more
-- hits than asked for; count, with `more` when there may be others; rest, the last document looked at when
-- older ones are still to be looked through. The account is taken from the setting, never from an argument.
create function search_documents(asked jsonb)
returns table (part text, found_id uuid, found_day date, found_type text, hits integer, more boolean)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  wanted tsquery := public.search_query(account, array(select jsonb_array_elements_text(asked -> 'groups')), asked ->> 'whole');
  fragments text[] := array(
    select '%' || regexp_replace(f, '[^[:alnum:]]', '', 'g') || '%' from jsonb_array_elements_text(asked -> 'fragments') f order by length(f) desc);
  fragment text := fragments[1];
  types text[] := array(select jsonb_array_elements_text(asked -> 'types'));
  seen text[] := array(select jsonb_array_elements_text(asked -> 'seen'));
  first_day date := coalesce((asked ->> 'from')::date, date '-infinity');
  last_day date := coalesce((asked ->> 'to')::date, date 'infinity');
  statuses text[] := case when asked ? 'statuses' then array(select jsonb_array_elements_text(asked -> 'statuses')) end;
  least_amount numeric := (asked ->> 'over')::numeric;
  now_day date := (asked ->> 'today')::date;
  narrowed boolean := statuses is not null or least_amount is not null;
  before_day date := (asked ->> 'day')::date;
  before_id uuid := (asked ->> 'id')::uuid;
  capped integer := least(greatest((asked ->> 'limit')::integer, 1), 1001);
  newest public.search_hit[];
  looked integer;
  edge_day date;
  edge_id uuid;
  filled integer;
begin
  if account is null or (wanted is null and fragment is null and not (asked ? 'browse')) then return; end if;
  with recent as materialized (
    select s.document_id as id, s.list_date as day, s.type, (wanted is null or s.terms @@ wanted)
      and (fragment is null or s.codes like all (fragments)) as fits
    from public.document_search s
    where s.account_id = account and s.list_date between first_day and last_day
      and (before_id is null or (s.list_date, s.document_id) < (before_day, before_id))
    order by s.list_date desc, s.document_id desc limit 1000
  ), matched as (
    select array_agg((r.id, r.day, r.type)::public.search_hit order by r.day desc, r.id desc) as list from recent r
    where r.fits and r.type = any (seen) and (not narrowed or exists (
      select from public.documents d where d.account_id = account and d.id = r.id
        and (statuses is null or public.shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, now_day) = any (statuses))
        and (least_amount is null or d.gross >= least_amount)))
  )
  select coalesce(m.list, '{}'), (select count(*) from recent),
    (select r.day from recent r order by r.day, r.id limit 1), (select r.id from recent r order by r.day, r.id limit 1)
  into newest, looked, edge_day, edge_id from matched m;
  return query select 'hit', n.id, n.day, n.type, null::integer, null::boolean from unnest(newest) n
    where n.type = any (types) order by n.day desc, n.id desc limit capped;
  get diagnostics filled = row_count;
  if asked ? 'exact' and filled >= capped then
    return query select 'exact', s.document_id, s.list_date, s.type, null::integer, null::boolean from public.document_search s
      where s.terms @@ ('''' || (select a.search_key from public.accounts a where a.account_id = account) || ':' || (asked ->> 'exact') || '''')::tsquery
        and s.account_id::text = account::text and s.type = any (types) and s.list_date between first_day and last_day
      order by s.list_date desc, s.document_id desc limit 8;
  end if;
  if looked < 1000 or (filled >= capped and (before_id is not null or cardinality(newest) >= 50)) then
    if before_id is null then
      return query select 'count', null::uuid, null::date, n.type, count(*)::integer, looked >= 1000 from unnest(newest) n group by n.type;
    end if;
    return;
  end if;
  if narrowed or (wanted is null and fragment is null) then
    -- So many at a time, because each must be looked up; the rest follows with the next page.
    return query with older as materialized (
      select s.document_id as id, s.list_date as day, s.type from public.document_search s
      where (wanted is null or s.terms @@ wanted) and (fragment is null or (s.codes like fragment and s.codes like all (fragments)))
        and (wanted is null or s.account_id::text = account::text) and (wanted is not null or s.account_id = account)
        and s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)
      order by s.list_date desc, s.document_id desc limit 4000
    ), fitting as materialized (
      select o.* from older o where o.type = any (seen) and (not narrowed or exists (
        select from public.documents d where d.account_id = account and d.id = o.id
          and (statuses is null or public.shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, now_day) = any (statuses))
          and (least_amount is null or d.gross >= least_amount)))
    )
    (select 'hit', f.id, f.day, f.type, null::integer, null::boolean from fitting f where f.type = any (types)
      order by f.day desc, f.id desc limit capped - filled)
    union all
    select 'count', null, null, c.type, count(*)::integer, (select count(*) from older) = 4000
    from (select n.type from unnest(newest) n union all select f.type from fitting f) c where before_id is null group by c.type
    union all
    (select 'rest', o.id, o.day, o.type, null, null from older o where (select count(*) from older) = 4000 order by o.day, o.id limit 1);
    return;
  end if;
  return query with older as materialized (
    select s.document_id as id, s.list_date as day, s.type from public.document_search s
    where (wanted is null or s.terms @@ wanted) and (fragment is null or (s.codes like fragment and s.codes like all (fragments)))
      and (fragment is not null or s.account_id::text = account::text) and (fragment is null or s.account_id = account)
      and s.type = any (seen)
      and s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)
  )
  (select 'hit', o.id, o.day, o.type, null::integer, null::boolean from older o where o.type = any (types)
    order by o.day desc, o.id desc limit capped - filled)
  union all
  select 'count', null, null, c.type, count(*)::integer, false
  from (select n.type from unnest(newest) n union all select o.type from older o) c where before_id is null group by c.type;
end $$;
alter function search_documents(jsonb) owner to portal_search;
revoke all on function search_documents(jsonb) from public;
grant execute on function search_documents(jsonb) to portal;

-- Words of the account's documents that begin with this one, hold it inside, or look like it, the likest first. Whether a
-- document that may be seen still holds them, the search that follows tells.
create function near_words(term text, at_most integer)
returns table (word text, begins boolean, inside boolean) language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare
  account uuid := public.current_account();
begin
  if term = '' then return; end if;
  return query select w.word, w.place = 1, w.place > 1 from (
      select v.word, position(term in v.word) as place from public.search_words v where v.account_id = account
    ) w
    where w.place > 0 or length(w.word) between length(term) - 2 and length(term) + 2
    order by w.place = 1 desc, w.place > 1 desc, public.similarity(w.word, term) desc, w.word limit least(at_most, 50);
end $$;
alter function near_words(text, integer) owner to portal_search;
revoke all on function near_words(text, integer) from public;
grant execute on function near_words(text, integer) to portal;

revoke create on schema public from portal_search;
