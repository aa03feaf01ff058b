const keptColumns = 'sku, unit, ordered, shipped, delivered, returned, invoiced, in_transit, open, arrival'
/**
 * Part of the statement that derives orders: keeps what has become of their `lines` for the item tracker, and takes away
 * what an order no longer says.
 */
export const keptLines = `kept as (
  insert into ordered_lines as k (account_id, order_id, position, ${keptColumns})
  select account_id, order_id, position, ${keptColumns} from lines
  on conflict (account_id, order_id, position) do update set
    ${keptColumns.replace(/\w+/g, '$& = excluded.$&')}
  where (${keptColumns.replace(/\w+/g, 'k.$&')}) is distinct from (${keptColumns.replace(/\w+/g, 'excluded.$&')})
), gone as (
  delete from ordered_lines k using unnest($1::uuid[], $2::uuid[], $7::boolean[]) as a (account_id, id, is_new)
  where not a.is_new and k.account_id = a.account_id and k.order_id = a.id and not exists (
    select from lines l where l.account_id = k.account_id and l.order_id = k.order_id and l.position = k.position)
)`
