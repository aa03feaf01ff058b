-- What the item tracker reads: the lines of an article by date, the articles of an account and what they are found by,
-- serials and lots, and what has become of each ordered line.

-- A line carries its document's type and date, so that the lines of one article are read a page at a time, newest first,
-- however many there are and whichever types a role sees.
alter table document_lines add column type text collate "C" not null default '', add column list_date date not null default '0001-01-01';
alter table document_lines no force row level security;
alter table documents no force row level security;
update document_lines l set type = d.type, list_date = d.list_date
from documents d where d.account_id = l.account_id and d.id = l.document_id;
drop index document_lines_by_sku;
create index document_lines_by_sku on document_lines (account_id, sku, type, list_date, document_id, position) where sku is not null;

-- Small letters without accents.
create function folded(said text) returns text language sql immutable parallel safe
return translate(regexp_replace(lower(normalize(said, nfkd)), '[\u0300-\u036f]', '', 'g'), 'øıłđ', 'oild');

-- A code as it is compared: letters and digits alone.
create function folded_code(said text) returns text language sql immutable parallel safe
return left(regexp_replace(folded(said), '[^[:alnum:]]+', '', 'g'), 60);

-- What an article is found by: each code whole and from each of its parts on, a GTIN without leading zeros, the words of
-- its name.
create function item_terms_of(sku text, customer_sku text, gtin text, name text) returns setof text
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
  ) found where term <> '';
end;

create table items (
  account_id uuid not null references accounts,
  sku text collate "C" not null,
  customer_sku text,
  gtin text,
  name text,
  unit text,
  -- In which types of documents it stands: 1 quotes, 2 orders, 4 shipments, 8 invoices, added up.
  seen_in integer not null,
  -- The date of the document whose words these are.
  told_on date not null,
  primary key (account_id, sku)
);

-- Rows instead of a vector of terms: row-level security lets an index of texts begin with what was typed.
create table item_terms (
  account_id uuid not null,
  sku text collate "C" not null,
  term text collate "C" not null,
  primary key (account_id, sku, term),
  foreign key (account_id, sku) references items on delete cascade
);
create index item_terms_by_term on item_terms (account_id, term, sku);

create function keep_item_terms() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.item_terms t using renamed_from o, renamed_to n
    where (t.account_id, t.sku) = (o.account_id, o.sku) and (n.account_id, n.sku) = (o.account_id, o.sku)
      and (o.customer_sku, o.gtin, o.name) is distinct from (n.customer_sku, n.gtin, n.name);
  end if;
  insert into public.item_terms (account_id, sku, term)
  select n.account_id, n.sku, t.term from renamed_to n
  cross join lateral public.item_terms_of(n.sku, n.customer_sku, n.gtin, n.name) t (term)
  where not exists (select from public.item_terms x where (x.account_id, x.sku) = (n.account_id, n.sku));
  return null;
end $$;
create trigger item_terms_inserted after insert on items referencing new table as renamed_to
for each statement execute function keep_item_terms();
create trigger item_terms_updated after update on items referencing old table as renamed_from new table as renamed_to
for each statement execute function keep_item_terms();

-- Where a serial or a lot stands, by its folded code.
create table units (
  account_id uuid not null,
  code text collate "C" not null,
  type text collate "C" not null,
  list_date date not null,
  document_id uuid not null,
  position integer not null,
  kind text collate "C" not null,
  -- As it was written.
  told text not null,
  sku text collate "C",
  primary key (account_id, code, type, list_date, document_id, position, kind, told),
  foreign key (account_id, document_id) references documents on delete cascade,
  check (kind in ('serial', 'lot'))
);
create index units_of_document on units (account_id, document_id, position);
create index units_of_item on units (account_id, sku, code) where sku is not null;

-- What has become of each line of an order: the sums of what order_line_flows says. What a cancelled or rejected order had
-- not shipped is no longer to come. `arrival`: when the next of it is expected, 9999-12-31 when nobody said, null when
-- nothing is to come. Always asked for by one order at a time.
create view order_line_stages with (security_invoker = true) as
select o.account_id, o.id as order_id, l.position, l.kind, l.sku, l.unit, l.ordered, l.shipped, l.delivered, l.returned, l.invoiced,
  l.in_transit, r.open,
  case when l.in_transit > 0 or r.open > 0 then least(
    case when l.in_transit > 0 then coalesce(l.expected, date '9999-12-31') end,
    case when r.open > 0 then coalesce((l.details ->> 'estimatedDate')::date, (l.details ->> 'promisedDate')::date,
      o.estimated_date, o.promised_date, (l.details ->> 'requestedDate')::date, o.requested_date, date '9999-12-31') end)
  end as arrival
from documents o
cross join lateral (
  select l.position, l.kind, l.sku, l.unit, l.details, l.quantity as ordered, coalesce(f.shipped, 0) as shipped,
    coalesce(f.delivered, 0) as delivered, coalesce(f.returned, 0) as returned, coalesce(f.invoiced, 0) as invoiced,
    coalesce(f.in_transit, 0) as in_transit, f.expected
  from document_lines l
  left join (
    select v.position, sum(v.shipped) as shipped, sum(v.delivered) as delivered, sum(v.returned) as returned,
      sum(v.invoiced) as invoiced, sum(greatest(v.shipped - v.delivered - v.returned, 0)) as in_transit, min(x.expected) as expected
    from order_line_flows v
    left join lateral (
      select coalesce(x.estimated_date, x.promised_date) as expected from documents x
      where x.account_id = v.account_id and x.id = v.document_id and v.shipped > v.delivered + v.returned offset 0
    ) x on true
    where v.account_id = o.account_id and v.order_id = o.id group by v.position
  ) f on f.position = l.position
  where l.account_id = o.account_id and l.document_id = o.id and l.kind = 'item' and l.quantity > 0 offset 0
) l
cross join lateral (
  select case when o.source_status in ('cancelled', 'rejected') then 0 else greatest(l.ordered - l.shipped, 0) end as open offset 0
) r
where o.type = 'orders';
grant select on order_line_stages to portal, portal_server;

-- That view, kept: ingest brings the lines of the orders concerned up to date with each batch.
create table ordered_lines (
  account_id uuid not null,
  order_id uuid not null,
  position integer not null,
  sku text collate "C",
  unit text,
  ordered numeric(18, 6) not null,
  shipped numeric(18, 6) not null,
  delivered numeric(18, 6) not null,
  returned numeric(18, 6) not null,
  invoiced numeric(18, 6) not null,
  in_transit numeric(18, 6) not null,
  open numeric(18, 6) not null,
  arrival date,
  primary key (account_id, order_id, position),
  foreign key (account_id, order_id) references documents on delete cascade
);
create index ordered_lines_coming on ordered_lines (account_id, arrival, order_id, position) where arrival is not null;
create index ordered_lines_coming_of_item on ordered_lines (account_id, sku, arrival, order_id, position) where arrival is not null;

-- What an article's ordered lines add up to, per unit of measure.
create table item_totals (
  account_id uuid not null,
  sku text collate "C" not null,
  unit text collate "C" not null,
  lines bigint not null,
  ordered numeric not null,
  shipped numeric not null,
  delivered numeric not null,
  returned numeric not null,
  invoiced numeric not null,
  in_transit numeric not null,
  open numeric not null,
  primary key (account_id, sku, unit)
) with (fillfactor = 70);

create function sum_ordered_lines() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into public.item_totals as t (account_id, sku, unit, lines, ordered, shipped, delivered, returned, invoiced, in_transit, open)
    select account_id, sku, coalesce(unit, ''), count(*), sum(ordered), sum(shipped), sum(delivered), sum(returned), sum(invoiced),
      sum(in_transit), sum(open)
    from came where sku is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, sku, unit) do update set lines = t.lines + excluded.lines, ordered = t.ordered + excluded.ordered,
      shipped = t.shipped + excluded.shipped, delivered = t.delivered + excluded.delivered, returned = t.returned + excluded.returned,
      invoiced = t.invoiced + excluded.invoiced, in_transit = t.in_transit + excluded.in_transit, open = t.open + excluded.open;
  elsif tg_op = 'DELETE' then
    insert into public.item_totals as t (account_id, sku, unit, lines, ordered, shipped, delivered, returned, invoiced, in_transit, open)
    select account_id, sku, coalesce(unit, ''), -count(*), -sum(ordered), -sum(shipped), -sum(delivered), -sum(returned), -sum(invoiced),
      -sum(in_transit), -sum(open)
    from went where sku is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, sku, unit) do update set lines = t.lines + excluded.lines, ordered = t.ordered + excluded.ordered,
      shipped = t.shipped + excluded.shipped, delivered = t.delivered + excluded.delivered, returned = t.returned + excluded.returned,
      invoiced = t.invoiced + excluded.invoiced, in_transit = t.in_transit + excluded.in_transit, open = t.open + excluded.open;
  else
    insert into public.item_totals as t (account_id, sku, unit, lines, ordered, shipped, delivered, returned, invoiced, in_transit, open)
    select account_id, sku, coalesce(unit, ''), sum(n), sum(n * ordered), sum(n * shipped), sum(n * delivered), sum(n * returned),
      sum(n * invoiced), sum(n * in_transit), sum(n * open)
    from (select 1 as n, c.* from came c union all select -1, w.* from went w) changed
    where sku is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, sku, unit) do update set lines = t.lines + excluded.lines, ordered = t.ordered + excluded.ordered,
      shipped = t.shipped + excluded.shipped, delivered = t.delivered + excluded.delivered, returned = t.returned + excluded.returned,
      invoiced = t.invoiced + excluded.invoiced, in_transit = t.in_transit + excluded.in_transit, open = t.open + excluded.open;
  end if;
  return null;
end $$;

-- What is there already. The owner, too, sees rows only by a policy.
alter table document_links no force row level security;
insert into items (account_id, sku, customer_sku, gtin, name, unit, seen_in, told_on)
select account_id, sku, (array_agg(details ->> 'customerSku' order by list_date desc))[1],
  (array_agg(details ->> 'gtin' order by list_date desc))[1], (array_agg(details ->> 'name' order by list_date desc))[1],
  (array_agg(unit order by list_date desc))[1],
  bit_or(case type when 'quotes' then 1 when 'orders' then 2 when 'shipments' then 4 else 8 end), max(list_date)
from document_lines where sku is not null group by account_id, sku;
insert into units (account_id, code, type, list_date, document_id, position, kind, told, sku)
select l.account_id, folded_code(u.told), l.type, l.list_date, l.document_id, l.position, u.kind, u.told, l.sku from document_lines l
cross join lateral (
  select 'serial' as kind, jsonb_array_elements_text(l.details -> 'serials') as told where jsonb_typeof(l.details -> 'serials') = 'array'
  union
  select 'lot', jsonb_array_elements(l.details -> 'lots') ->> 'lot' where jsonb_typeof(l.details -> 'lots') = 'array'
) u where folded_code(u.told) <> '';
create trigger sum_inserted after insert on ordered_lines referencing new table as came for each statement execute function sum_ordered_lines();
insert into ordered_lines
  (account_id, order_id, position, sku, unit, ordered, shipped, delivered, returned, invoiced, in_transit, open, arrival)
select s.account_id, s.order_id, s.position, s.sku, s.unit, s.ordered, s.shipped, s.delivered, s.returned, s.invoiced, s.in_transit,
  s.open, s.arrival
from order_line_stages s;
create trigger sum_deleted after delete on ordered_lines referencing old table as went for each statement execute function sum_ordered_lines();
create trigger sum_updated after update on ordered_lines referencing old table as went new table as came
for each statement execute function sum_ordered_lines();
alter table document_lines force row level security;
alter table documents force row level security;
alter table document_links force row level security;

do $$
declare t text;
begin
  foreach t in array array['items', 'item_terms', 'units', 'ordered_lines', 'item_totals'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I to portal using (account_id = current_account())', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select on %I to portal', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
