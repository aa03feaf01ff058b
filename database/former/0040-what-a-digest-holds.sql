-- What a person's next digest will tell: it is decided when it would be told at once, so that nothing is told in both ways,
-- whatever they choose in between.
alter table notice_readers add column to_digest uuid[] not null default '{}';

-- What waits for the next morning at this moment, by the choices that hold now.
alter table notice_readers no force row level security;
alter table notices no force row level security;
alter table errands no force row level security;
update notice_readers r set to_digest = array(
  select n.id from notices n
  where n.account_id = r.account_id and n.first_version > r.digested_version and n.first_version <= r.told_version
    and n.happened_at > now() - interval '3 days' and (n.user_id is null or n.user_id = r.user_id)
    and case when r.channels ? n.kind then (r.channels -> n.kind) ? 'digest' and not (r.channels -> n.kind) ? 'now'
      else n.kind in ('quotes.expiring', 'orders.dateChanged', 'orders.onHold', 'orders.cancelled', 'shipments.estimateChanged',
        'shipments.exception', 'shipments.failed', 'shipments.late', 'invoices.dueSoon', 'invoices.overdue') end)
where exists (select from errands e where e.account_id = r.account_id and e.user_id = r.user_id and e.what = 'digest');
alter table notice_readers force row level security;
alter table notices force row level security;
alter table errands force row level security;

alter table notice_readers drop column digested_version;
