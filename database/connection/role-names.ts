import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * What the roles of a portal are called. Roles belong to a whole PostgreSQL server: the first portal there has the plain
 * names, another of its own key has the same with an ending.
 */
export type RoleNames = { viewer: string; server: string; console: string; search: string; backup: string }

/** The names of roles with an ending, such as `_1a2b3c4d`; without one the plain names. */
export const rolesWith = (ending: string): RoleNames => ({
  viewer: `portal${ending}`,
  server: `portal_server${ending}`,
  console: `portal_console${ending}`,
  search: `portal_search${ending}`,
  backup: `portal_backup${ending}`,
})
export const plainRoles: RoleNames = rolesWith('')

/** Returns an SQL file, which has the plain names, with these names in their places. */
export function withRoles(sql: string, names: RoleNames): string {
  if (names.viewer === plainRoles.viewer) return sql
  return (
    sql
      .replaceAll(/\bportal_(server|console|search|backup)\b/g, (_, role: keyof RoleNames) => names[role])
      // A word of its own elsewhere, as in the name of a column's value, is no role.
      .replaceAll(/(\bto |\brole |rolname = '|'\{)portal(?=[\s,;'}])/g, `$1${names.viewer}`)
  )
}

/** The roles to which this database has given rights; undefined when it has no tables yet. */
async function grantedRoles(client: pg.ClientBase): Promise<RoleNames | undefined> {
  const { rows } = await client.query<{ ending: string }>(`
    select substring(r.rolname from '^portal_server(|_[0-9a-f]{8})$') as ending
    from pg_class c cross join lateral aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
    where c.oid = to_regclass('public.accounts') and r.rolname ~ '^portal_server(|_[0-9a-f]{8})$' order by 1 limit 1`)
  return rows[0] && rolesWith(rows[0].ending)
}

/** The roles of the portal whose database this is. */
export async function readRoles(client: pg.ClientBase): Promise<RoleNames> {
  return (await grantedRoles(client)) ?? plainRoles
}

/** Which portal uses the roles, as a comment of its role for viewers: they belong to the whole PostgreSQL server. */
export type RoleUse = { database: string; owner: string; key: string }

type Candidate = { database: string; comment: string | null; isUsedElsewhere: boolean }

/** How many endings are tried: a database may have been renamed that has the first. */
const mostEndings = 10

/**
 * The roles of this database; for a new one those of its server's portals that have the same key, else roles that no other
 * database uses. Call as owner, one caller at a time.
 */
export async function chooseRoles(client: pg.ClientBase, key: string): Promise<RoleNames> {
  const granted = await grantedRoles(client)
  if (granted) return granted
  let names = plainRoles
  for (let count = 0; count < mostEndings; count++) {
    const { rows } = await client.query<Candidate>(
      `select current_database() as database, shobj_description(to_regrole($1), 'pg_authid') as comment,
        exists (select from pg_shdepend s join pg_database d on d.oid = s.dbid and d.datname <> current_database()
          where s.refclassid = 'pg_authid'::regclass and s.refobjid = to_regrole($1)) as "isUsedElsewhere"`,
      [names.viewer],
    )
    const { database = '', comment = null, isUsedElsewhere = false } = rows[0] ?? {}
    if (!isUsedElsewhere || keyIn(comment) === key) return names
    names = rolesWith(`_${createHash('sha256').update(`${database} ${count}`).digest('hex').slice(0, 8)}`)
  }
  return names
}

/** The key in the comment that a portal has left at its role. */
const keyIn = (comment: string | null) => (comment?.startsWith('{') ? (JSON.parse(comment) as RoleUse).key : undefined)
