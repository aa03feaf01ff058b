-- What a list is sorted by stands in columns without gaps, of types whose comparisons row-level security lets an index
-- answer: numeric is none of them, so amounts are counted in ten-thousandths. Unknown ones come before all others.
alter table documents
  add column gross_order bigint not null generated always as (
    coalesce((gross * 10000)::bigint, -9223372036854775807)) stored,
  add column open_order bigint not null generated always as (
    coalesce((open * 10000)::bigint, -9223372036854775807)) stored;

-- The owner, too, sees rows only by a policy.
alter table documents no force row level security;
update documents set status_changed_at = ingested_at where status_changed_at is null;
alter table documents force row level security;
alter table documents alter column status_changed_at set default now(), alter column status_changed_at set not null;

create index documents_by_change on documents (account_id, type, status_changed_at, id);
-- Goods are shipped without a price, and only an invoice is paid.
create index documents_by_gross on documents (account_id, type, gross_order, id) where type in ('quotes', 'orders', 'invoices');
create index documents_by_open on documents (account_id, type, open_order, id) where type = 'invoices';

-- A shipment is late when it came, or will come, or should have come after the promise; an order until it is finished.
create or replace function is_late(promised_date date, estimated_date date, delivered_date date, status text, today date)
returns boolean language sql immutable parallel safe
return coalesce(
  case
    when promised_date is null or status in ('cancelled', 'returned', 'completed', 'rejected') then false
    when delivered_date is not null then delivered_date > promised_date
    when status = 'delivered' then false
    else coalesce(estimated_date > promised_date, false) or promised_date < today
  end, false);
