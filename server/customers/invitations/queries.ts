import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import { type Db, withStaff } from '#database/transaction.ts'

export type ExistingAccount = { id: string; number: string; name: string }
/** Accounts by number, and which pairs of account and e-mail need no invitation: `account e-mail`. */
export type ListedPeople = { accounts: Map<string, ExistingAccount>; members: Set<string>; invited: Set<string> }

/** What is known of the accounts and e-mails of a list, as far as a member of staff may see it. */
export function selectListedPeople(
  consolePool: Pool,
  staff: Staff,
  { numbers, emails, now }: { numbers: readonly string[]; emails: readonly string[]; now: Date },
): Promise<ListedPeople> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows: accounts } = await db.query<ExistingAccount & { named: string }>({
      name: 'invitations-accounts',
      text: `select n.number as named, a.account_id as id, a.number, a.name
        from account_numbers n join accounts a using (account_id) where n.number = any ($1::text[])`,
      values: [numbers],
    })
    const ids = accounts.map(({ id }) => id)
    const { rows: members } = await db.query<{ pair: string }>({
      name: 'invitations-members',
      text: `select m.account_id || ' ' || u.email as pair from users u join memberships m on m.user_id = u.id
        where u.email = any ($1::text[]) and m.account_id = any ($2::uuid[])`,
      values: [emails, ids],
    })
    const invited = await selectInvited(db, emails, ids, now)
    return {
      accounts: new Map(accounts.map(({ named, ...account }) => [named, account])),
      members: new Set(members.map(({ pair }) => pair)),
      invited,
    }
  })
}

/** Which of these e-mails have an invitation to one of these accounts that can be accepted. */
async function selectInvited(
  db: Db,
  emails: readonly string[],
  accountIds: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await db.query<{ pair: string }>({
    name: 'invitations-invited',
    text: `select i.account_id || ' ' || i.email as pair from invitations i where i.email = any ($1::text[]) and i.account_id = any ($2::uuid[])
      and i.accepted_at is null and i.revoked_at is null and i.expires_at > $3`,
    values: [emails, accountIds, now],
  })
  return new Set(rows.map(({ pair }) => pair))
}

/** Lets one list of invitations be sent at a time, until the end of the transaction: pressed twice, the second finds what the first sent. */
export async function lockInvitationLists(db: Db): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('invitations of the console'))`)
}
