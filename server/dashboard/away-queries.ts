import type { Db } from '#database/transaction.ts'
import type { Away } from './dashboard.ts'

/** Until when the member of staff with this e-mail is away today, and who answers meanwhile; null when nobody does. */
export async function selectAway(db: Db, email: string): Promise<Away | null> {
  const { rows } = await db.query<Away>({
    name: 'dashboard-away',
    text: `select a.last_day::text as until, s.name from staff m join staff_absences a on a.staff_id = m.id
        join staff s on s.id = a.stand_in and s.disabled_at is null
      where m.email = lower($1) and (now() at time zone 'UTC')::date between a.first_day and a.last_day`,
    values: [email],
  })
  return rows[0] ?? null
}
