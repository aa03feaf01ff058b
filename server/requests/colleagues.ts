import { isRole, roles } from '#contract/permissions.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Db } from '#database/transaction.ts'
import { maySeeSubject } from './subject.ts'

type Colleague = { id: string; name: string; email: string }
type NamedColleague = { id: string; name: string; email: string | null }

/** The roles that may read conversations about a type. */
const rolesThatRead = (type: RequestSubject): string[] =>
  Object.keys(roles)
    .filter(isRole)
    .filter((role) => maySeeSubject({ permissions: new Set(roles[role]) }, type))

const seesPrices = (role: string) => isRole(role) && (roles[role] as readonly string[]).includes('prices')

/** The other members of the viewer's account who may read conversations about a type, by name, at most 200; only those who see prices too, if `seePrices`. */
export async function selectColleagues(
  db: Pick<Db, 'query'>,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  type: RequestSubject,
  { seePrices = false }: { seePrices?: boolean } = {},
): Promise<Colleague[]> {
  const { rows } = await db.query<Colleague>({
    name: 'requests-colleagues',
    text: `select u.id, coalesce(nullif(u.name, ''), u.email) as name, u.email
      from memberships m join users u on u.id = m.user_id
      where m.account_id = $1 and m.user_id <> $2 and u.disabled_at is null and m.role = any ($3::text[])
      order by lower(coalesce(nullif(u.name, ''), u.email)), u.id limit 200`,
    values: [accountId, userId, rolesThatRead(type).filter((role) => !seePrices || seesPrices(role))],
  })
  return rows
}

/** Colleagues as others read of them: with their addresses only where two have the same name, in whichever letters. */
export function withSharedNames(colleagues: readonly Colleague[]): NamedColleague[] {
  const byName = Map.groupBy(colleagues, ({ name }) => name.toLowerCase())
  return colleagues.map(({ id, name, email }) => {
    const isShared = (byName.get(name.toLowerCase()) ?? []).length > 1
    return { id, name, email: isShared ? email : null }
  })
}
