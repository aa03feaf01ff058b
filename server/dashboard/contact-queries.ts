import type { Db } from '#database/transaction.ts'

/** A member of staff who is a contact of customers. */
export type ContactStaff = {
  name: string
  email: string
  pictureAt: string | null
  /** Until when they are away, and who answers meanwhile; null when they are not or nobody does. */
  awayUntil: string | null
  standIn: string | null
}

/** The member of staff with an e-mail or, without one, who looks after the account the longest, no deputy. */
const contact = `staff s where s.disabled_at is null and s.key_id is null and case when $2::text is not null then s.email = lower($2)
  else s.id = (select o.staff_id from staff_accounts o join staff m on m.id = o.staff_id and m.disabled_at is null
    where o.account_id = $1 and not o.deputy order by o.created_at, o.staff_id limit 1) end`

/**
 * The member of staff who is the contact of an account: with this e-mail or, without one, who looks after it; with who
 * stands in for them on the day `today`.
 */
export async function selectContactStaff(
  db: Db,
  accountId: string,
  email: string | null,
  today: string,
): Promise<ContactStaff | undefined> {
  const { rows } = await db.query<ContactStaff>({
    name: 'dashboard-contact',
    text: `select c.name, c.email, p.changed_at as "pictureAt", a.until as "awayUntil", a.name as "standIn"
      from (select s.id, s.name, s.email from ${contact}) c left join staff_pictures p on p.staff_id = c.id
        left join lateral (select x.last_day::text as until, i.name from staff_absences x
          join staff i on i.id = x.stand_in and i.disabled_at is null
          where x.staff_id = c.id and $3::date between x.first_day and x.last_day limit 1) a on true limit 1`,
    values: [accountId, email, today],
  })
  return rows[0]
}

/** The photograph of the contact of an account, found as selectContactStaff finds them. */
export async function selectContactPicture(
  db: Db,
  accountId: string,
  email: string | null,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ png: Buffer }>({
    name: 'dashboard-contact-picture',
    text: `select p.png from (select s.id from ${contact}) c join staff_pictures p on p.staff_id = c.id limit 1`,
    values: [accountId, email],
  })
  return rows[0]?.png
}
