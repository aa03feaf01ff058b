/**
 * The SQL of a lateral subquery `d` that finds a document by its account, type and number. The number is asked for as a
 * range in its order, because only the index by number can give that: while PostgreSQL has no statistics, every index
 * that begins with account and type seems as cheap to it, and with another one each look-up reads all documents of the
 * account (a first import of 20,000 documents: 25 rows a look-up at the 3,000th, and more with every further one).
 */
export function documentByNumber(
  { account, type, number }: { account: string; type: string; number: string },
  columns: string,
): string {
  return `cross join lateral (
    select ${columns} from documents d
    where d.account_id = ${account} and d.type = ${type} and d.number >= ${number} and d.number <= ${number}
    order by d.number limit 1
  ) d`
}
