-- What lists narrowed by dates, amounts, lateness and words read.

-- How many documents an account has of each status on each day, so that a list narrowed by dates knows its counts by the days in
-- between: by its date, by its key date, by the last day on which a status that changes with the calendar is shown, and by the
-- first on which it is late.
drop function if exists count_days() cascade;
drop table document_days;
create table document_days (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  field text collate "C" not null check (field in ('list_date', 'key_date', 'last_shown_day', 'late_day')),
  day date not null,
  status text collate "C" not null,
  last_day date not null,
  count bigint not null,
  primary key (account_id, type, field, day, status, last_day)
) with (fillfactor = 90);
alter table document_days enable row level security, force row level security;
grant select on document_days to portal;
grant select, insert, update, delete on document_days to portal_server;

-- The owner, too, sees rows only by a policy. The functions that keep the table do not exist yet in a new database.
alter table documents no force row level security;
insert into document_days (account_id, type, field, day, status, last_day, count)
select d.account_id, d.type, f.field, f.day, d.status, coalesce(l.day, 'infinity'), count(*)
from documents d
cross join lateral (values (case
  when type = 'quotes' and status = 'open' then coalesce(valid_until, 'infinity')
  when type = 'invoices' and status in ('open', 'partially_paid') then coalesce(due_date, 'infinity')
  when type = 'shipments'
    and status in ('picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed')
    then coalesce((last_event_at at time zone 'UTC')::date + 30, 'infinity')
end)) l (day)
cross join lateral (values ('last_shown_day', l.day), ('list_date', d.list_date), ('key_date', d.key_date), ('late_day', case
  when type not in ('orders', 'shipments') or promised_date is null or status in ('cancelled', 'returned', 'completed', 'rejected') then null
  when delivered_date is not null then case when delivered_date > promised_date then date '-infinity' end
  when status = 'delivered' then null
  when estimated_date > promised_date then '-infinity'
  else promised_date + 1
end)) f (field, day)
where f.day is not null
group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
alter table documents force row level security;

-- With what filters compare, so that they pass over documents without reading them.
drop index documents_by_date;
create index documents_by_date on documents (account_id, type, list_date desc, id desc)
  include (status, currency, gross_order, valid_until, due_date, last_event_at);
drop index documents_by_gross;
-- Goods are shipped without a price.
create index documents_by_gross on documents (account_id, type, gross_order, id) include (status, currency, valid_until, due_date)
where type in ('quotes', 'orders', 'invoices');
-- What is late or will be when its promised date is over: see is_late.
create index documents_late on documents (account_id, type, list_date desc, id desc)
  include (status, promised_date, estimated_date, delivered_date, last_event_at)
where promised_date is not null and status not in ('cancelled', 'returned', 'completed', 'rejected')
  and case when delivered_date is null then status <> 'delivered' else delivered_date > promised_date end;

-- The order of one type, for lists narrowed by words.
create index document_search_of_type on document_search (account_id, type, list_date desc, document_id desc);
