import { customerEvents } from '#contract/console/customer-events.ts'
import type { CustomerEvent } from '#contract/console/customers.ts'
import type { Db } from '#database/transaction.ts'

type EventRow = {
  id: string
  at: string
  action: CustomerEvent['action']
  by: string | null
  byStaff: boolean
  person: string | null
  before: string | null
  after: string | null
}

/** The newest entries of which those that are told of are taken: downloads and refusals may be many between them. */
const lookedAt = 2000
// On the command line nobody is signed in: there the log names whom something was done to.
const columns = `l.id, l.at, l.action, case when l.user_agent is distinct from 'command line' then coalesce(s.name, u.name) end as by, s.id is not null as "byStaff",
  coalesce(p.name, case when l.user_agent = 'command line' then u.name end) as person,
  coalesce(l.details ->> 'before', l.details ->> 'from') as before, coalesce(l.details ->> 'after', l.details ->> 'to', l.details ->> 'role') as after`
const names = `left join users u on u.id = l.user_id left join staff s on s.id = l.user_id
  left join users p on p.id::text = coalesce(l.details ->> 'person', l.details ->> 'member')`

/** The newest of what was done in an account, also by its people. Whoever asks has seen the account as a member of staff. */
export async function selectAccountEvents(db: Db, accountId: string): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>({
    name: 'customer-events',
    // Signing in is what most entries are of; when people were last here stands beside their names.
    text: `select ${columns} from (select * from (select * from audit_log where account_id = $1 order by at desc limit ${lookedAt}) r
        where action = any ($2::text[]) order by at desc limit 50) l ${names}
      order by l.at desc, l.id desc`,
    values: [accountId, customerEvents.filter((action) => action !== 'signed_in')],
  })
  return rows
}

/** The newest of what was done to a person by staff, and by themselves to their own sign-in. */
export async function selectPersonEvents(db: Db, userId: string): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow>({
    name: 'person-events',
    text: `select ${columns} from (
        (select * from (select * from audit_log where user_id = $1 order by at desc limit ${lookedAt}) r where action = any ($2::text[]) order by at desc limit 30)
        union all (select * from audit_log where details ? 'person' and details ->> 'person' = $1::text and action = any ($3::text[]) order by at desc limit 30)
      ) l ${names} order by l.at desc, l.id desc limit 30`,
    values: [userId, personEvents, customerEvents],
  })
  return rows
}

const personEvents = [
  'invitation_accepted',
  'second_factors_reset',
  'second_factor_added',
  'second_factor_removed',
  'sessions_ended',
  'email_changed',
  'user_added',
  'user_disabled',
  'user_enabled',
  'deletion_asked',
] satisfies CustomerEvent['action'][]
