import type { Pool } from 'pg'
import { maxPeopleListed, type PersonEntry } from '#contract/console/people.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Role } from '#contract/permissions.ts'
import { type Db, withStaff } from '#database/transaction.ts'
import { isLockedOut } from '../list-queries.ts'

export type InvitedRow = {
  id: string
  name: string | null
  email: string
  role: Role
  account: { id: string; number: string; name: string }
  expiresAt: string
  expired: boolean
}

const columns = `u.id, u.name, u.email, u.disabled_at is not null as disabled, u.wrong_codes >= 100 as "codesEnded",
  greatest((select max(s.rotated_at) from sessions s where s.user_id = u.id),
    (select max(last_seen(w.account_id, w.user_id)) from memberships w where w.user_id = u.id)) as "lastSeenAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'number', a.number, 'name', a.name, 'role', a.role) order by a.number) from
    (select a.account_id as id, a.number, a.name, m.role from memberships m join accounts a on a.account_id = m.account_id
      where m.user_id = u.id order by a.number limit 3) a), '[]') as accounts,
  (select count(*)::int from memberships m where m.user_id = u.id) as "accountCount"`

/** The columns of people that the console's role may read and a list shows. */
const seen = 'u.id, u.name, u.email, u.disabled_at, u.wrong_codes'

/** The most people with a word who are looked through for the other words. */
const mostCandidates = 2000

export type PeopleResult = { people: PersonEntry[]; invited: InvitedRow[]; more: boolean }

/**
 * People who have all these words (small letters, no accents) or words that begin so, and the invitations whose e-mail
 * begins as `email`. The longest word finds candidates, of which a fixed number is looked through.
 */
export function selectPeople(
  consolePool: Pool,
  staff: Staff,
  { words, email, now }: { words: readonly string[]; email: string; now: Date },
): Promise<PeopleResult> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length)
    const { rows: people } = await db.query<PersonEntry>({
      name: 'people-find',
      // Joined laterally each candidate is looked up; the planner would rather read all people.
      text: `with candidates as materialized (select w.user_id from person_words w where w.word >= $1 and w.word < $1 || chr(1114111)
          order by w.word, w.user_id limit ${mostCandidates}),
        matching as materialized (select distinct c.user_id from candidates c where not exists (select from unnest($2::text[]) o(word)
          where not exists (select from person_words w where w.user_id = c.user_id and w.word >= o.word and w.word < o.word || chr(1114111))))
        select ${columns} from (select ${seen} from matching m
          cross join lateral (select ${seen}, u.erased_at from users u where u.id = m.user_id offset 0) u
          where u.erased_at is null order by lower(u.name), u.id limit ${maxPeopleListed + 1}) u order by lower(u.name), u.id`,
      values: [longest, others],
    })
    const invited = email === '' ? [] : await selectInvited(db, email, now)
    return toPage(people, invited)
  })
}

/** People who cannot sign in until somebody does something about it, by name. */
export function selectLockedOut(consolePool: Pool, staff: Staff): Promise<PeopleResult> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows: people } = await db.query<PersonEntry>({
      name: 'people-shut-out',
      text: `select ${columns} from (select ${seen} from (select ${seen}, u.erased_at from users u where (${isLockedOut}) limit ${mostCandidates}) u
        where u.erased_at is null order by lower(u.name), u.id limit ${maxPeopleListed + 1}) u order by lower(u.name), u.id`,
    })
    return toPage(people, [])
  })
}

async function selectInvited(db: Db, email: string, now: Date): Promise<InvitedRow[]> {
  const { rows } = await db.query<InvitedRow>({
    name: 'people-invited',
    text: `select i.id, i.name, i.email, i.role, i.expires_at as "expiresAt", i.expires_at <= $2 as expired,
        jsonb_build_object('id', a.account_id, 'number', a.number, 'name', a.name) as account
      from invitations i join accounts a on a.account_id = i.account_id
      where i.email >= $1 and i.email < $1 || chr(1114111) and i.accepted_at is null and i.revoked_at is null
      order by i.email, i.created_at desc limit 20`,
    values: [email, now],
  })
  return rows
}

function toPage(people: PersonEntry[], invited: InvitedRow[]): PeopleResult {
  return { people: people.slice(0, maxPeopleListed), invited, more: people.length > maxPeopleListed }
}
