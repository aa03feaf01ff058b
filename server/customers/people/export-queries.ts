import type { Pool } from 'pg'
import type { Staff } from '#contract/console/staff.ts'
import type { Role } from '#contract/permissions.ts'
import { withStaff } from '#database/transaction.ts'

/** Somebody in one of their accounts. */
export type ExportedMember = {
  accountId: string
  account: string
  accountName: string
  id: string
  name: string
  email: string
  role: Role
  lastSeenAt: string | null
  disabled: boolean
}

/** The members of the accounts that a member of staff may see, by account, after a position. */
export function selectMembersForExport(
  consolePool: Pool,
  staff: Staff,
  { limit, after }: { limit: number; after: Pick<ExportedMember, 'accountId' | 'id'> | undefined },
): Promise<ExportedMember[]> {
  return withStaff(consolePool, staff.staffId, async (db) => {
    const { rows } = await db.query<ExportedMember>({
      name: 'people-export',
      text: `select m.account_id as "accountId", a.number as account, a.name as "accountName", u.id, u.name, u.email, m.role, u.disabled_at is not null as disabled,
          last_seen(m.account_id, u.id) as "lastSeenAt"
        from (select m.account_id, m.user_id, m.role from memberships m where (m.account_id, m.user_id) > (coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'),
            coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
          order by m.account_id, m.user_id limit $1) m
        join accounts a on a.account_id = m.account_id join users u on u.id = m.user_id
        order by m.account_id, m.user_id`,
      values: [limit, after?.accountId ?? null, after?.id ?? null],
    })
    return rows
  })
}
