import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import pg from 'pg'
import { chooseRoles, plainRoles, type RoleNames, type RoleUse, readRoles } from './connection/role-names.ts'
import { Refusal } from './refusal.ts'

/**
 * The URLs by which the server reaches the database. The owner's URL (DATABASE_URL, or the embedded one's) is only for
 * migrations; the server works through roles that own nothing and see only what row-level security allows: `viewer`
 * (role portal: one account at a time), `server` (role portal_server: sign-in, ingest, derived values) and `console`
 * (role portal_console: reads what one member of staff may see, across accounts). These may go through a pooler; what
 * needs a session of its own, such as LISTEN, long locks and time limits of its own, is `session` (role portal_server),
 * which never does. Their passwords are derived from the owner's (from TOKEN_SECRET where the owner needs none), so that every server and
 * command uses the same ones without storing them; migrate() sets them.
 */
export type RoleUrls = {
  viewer: string
  server: string
  console: string
  session: string
  /** The role portal on a replica, from which its reads may be answered. */
  replica?: string | undefined
}

/** Addresses beside the owner's: of a pooler before the database, and of its replica. */
export type OtherAddresses = { poolUrl?: string | undefined; readUrl?: string | undefined }

/** The roles as which the portal connects. */
const connecting = ({ viewer, server, console }: RoleNames) => [viewer, server, console]

/** Returns the URLs of the roles on the owner's database; `roles` is what the roles of this database are called. */
export function roleUrls(
  ownerUrl: string,
  tokenSecret: string,
  { poolUrl = ownerUrl, readUrl }: OtherAddresses = {},
  roles: RoleNames = plainRoles,
): RoleUrls {
  const key = keyOf(ownerUrl, tokenSecret)
  const urlFor = (role: string, address = poolUrl) => {
    const url = new URL(address)
    // As parameters, because a URL whose host is a socket folder has no place for a user.
    url.searchParams.set('user', role)
    url.searchParams.set('password', passwordOf(role, key))
    return url.href
  }
  return {
    viewer: urlFor(roles.viewer),
    server: urlFor(roles.server),
    console: urlFor(roles.console),
    session: urlFor(roles.server, ownerUrl),
    replica: readUrl && urlFor(roles.viewer, readUrl),
  }
}

/**
 * What holds for every session of the roles. As settings of the roles they hold through a pooler too, which takes none of
 * them from who connects.
 */
const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  // Milliseconds: a little less than the pools wait for an answer. Long work sets its own.
  statement_timeout: '2750',
  idle_in_transaction_session_timeout: '6000',
}

/**
 * What the roles of this database are called, or will be. Call as owner, one caller at a time in one database (migrate holds
 * the lock); portals in other databases of the server may do so at the same moment.
 */
export function rolesFor(owner: pg.ClientBase, ownerUrl: string, tokenSecret: string | undefined): Promise<RoleNames> {
  // Without the secret no password is set, so that nothing of another portal is replaced.
  return tokenSecret === undefined ? readRoles(owner) : chooseRoles(owner, markOf(keyOf(ownerUrl, tokenSecret)))
}

/** Sets the passwords and the settings of the roles. Call as `rolesFor`. */
export async function setUpRoles(
  owner: pg.ClientBase,
  ownerUrl: string,
  tokenSecret: string,
  names: RoleNames,
): Promise<void> {
  const key = keyOf(ownerUrl, tokenSecret)
  await claimRoles(owner, markOf(key), names)
  for (const role of connecting(names)) {
    // Sends the verifier, so that the password itself never appears in the database's log or on the wire.
    const verifier = scramVerifier(passwordOf(role, key), saltOf(role, key))
    await changeRole(owner, `alter role ${role} with login password ${pg.escapeLiteral(verifier)}`)
    for (const [name, value] of Object.entries(sessionSettings)) {
      await changeRole(owner, `alter role ${role} set ${name} = ${pg.escapeLiteral(value)}`)
    }
  }
}

/**
 * Changes a role. Roles belong to a whole server: when another of its databases changes the same one at the same moment,
 * PostgreSQL fails one of the two, which is done again.
 */
async function changeRole(client: pg.ClientBase, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(text)
      return
    } catch (error) {
      const isRace = error instanceof Error && error.message === 'tuple concurrently updated'
      if (!isRace || attempt === 20) throw error
    }
  }
}

/** By which portals know whether they set the same passwords, without saying anything of them. */
const markOf = (key: string) => createHmac('sha256', key).update('who uses the roles').digest('hex').slice(0, 16)

/**
 * Notes that this database's portal uses the roles. Throws Refusal when another one does, whose passwords would be
 * replaced: it could not connect any more.
 */
async function claimRoles(client: pg.ClientBase, key: string, names: RoleNames): Promise<void> {
  const { rows } = await client.query<{ database: string; owner: string; comment: string | null; exists: boolean }>(`
    select current_database() as database, current_user as owner, c.comment, exists (select from pg_database d
      where to_jsonb(d.datname) = case when c.comment like '{%' then c.comment::jsonb -> 'database' end) as exists
    from (select shobj_description('${names.viewer}'::regrole, 'pg_authid') as comment) c`)
  const row = rows[0]
  if (!row) return
  const { database, owner, comment, exists } = row
  if (comment !== null && exists) {
    const use = JSON.parse(comment) as RoleUse
    if (use.key === key) return
    if (use.database !== database && use.owner !== owner) {
      throw new Refusal(
        `The portal in the database ${use.database} (of ${use.owner}) uses this PostgreSQL server, and both would set the passwords of the roles ${connecting(names).join(', ')}: it could not connect any more. Let ${use.owner} own the database ${database} too, or give this portal a PostgreSQL server of its own. If the other portal is not used any more, drop its database, or run: comment on role ${names.viewer} is null`,
      )
    }
  }
  const use: RoleUse = { database, owner, key }
  await changeRole(client, `comment on role ${names.viewer} is ${pg.escapeLiteral(JSON.stringify(use))}`)
}

/** Throws Refusal when the pool's role can bypass row-level security, whatever the cause. */
export async function refuseUnsafeRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; mighty: boolean; owner: boolean; guarded: boolean }>(`
    select r.rolname as role, r.rolsuper or r.rolbypassrls as mighty, row_security_active('accounts') as guarded,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(r.oid, c.relowner, 'member')) as owner
    from pg_roles r where r.rolname = current_user`)
  const row = rows[0]
  if (!row || row.mighty || row.owner || !row.guarded) {
    throw new Refusal(
      `The database role ${row?.role ?? 'of the server'} ${
        row?.mighty ? 'is a superuser or bypasses row-level security' : 'is not held back by row-level security'
      }, so one customer could see another's documents. Take that right from the role and start again.`,
    )
  }
}

function keyOf(ownerUrl: string, tokenSecret: string): string {
  const url = new URL(ownerUrl)
  return url.searchParams.get('password') || decodeURIComponent(url.password) || tokenSecret
}

function passwordOf(role: string, key: string): string {
  return createHmac('sha256', key).update(`database role ${role}`).digest('hex')
}

/** The same at every start: a pooler that has read what PostgreSQL stores goes on to connect with it. */
function saltOf(role: string, key: string): Buffer {
  return createHmac('sha256', key).update(`salt of ${role}`).digest().subarray(0, 16)
}

/** Returns what PostgreSQL itself would store for this password (RFC 5803). */
function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}
