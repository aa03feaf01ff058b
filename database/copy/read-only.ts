import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openClient } from '../connect.ts'
import { readRoles } from '../connection/role-names.ts'
import { Refusal } from '../refusal.ts'

/*
 * While its data moves to another database a portal can be read and takes nothing new: what came after the snapshot would
 * be lost with the old database. PostgreSQL itself holds to it, for every server at once, until it is taken back.
 */

/** Milliseconds that transactions under way get to end, and within which the last of them must be gone. */
const patience = { running: 10_000, ended: 30_000 }

type Urls = { ownerUrl: string; serverUrl: string }

/** Lets the portal write, or not, from now on. Returns when no session that began before is left. */
export async function setReadOnly({ ownerUrl, serverUrl }: Urls, readOnly: boolean): Promise<void> {
  const owner = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  try {
    const { rows } = await owner.query<{ name: string }>('select current_database() as name')
    // The other roles only read.
    const { server } = await readRoles(owner)
    await owner.query(
      `alter role ${server} in database ${pg.escapeIdentifier(rows[0]?.name ?? '')}
       ${readOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    )
  } finally {
    await owner.end()
  }
  await endFormerSessions(serverUrl)
}

/** Whether the portal is kept from writing. */
export async function isReadOnly(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean }>(
    `select exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where d.datname = current_database() and s.setrole = to_regrole($1)
         and 'default_transaction_read_only=on' = any (s.setconfig)) as on`,
    [(await readRoles(client)).server],
  )
  return rows[0]?.on ?? false
}

/** A setting holds for new sessions: the role ends its own of before, those that are at work a while later. */
async function endFormerSessions(serverUrl: string): Promise<void> {
  const server = await openClient({ connectionString: serverUrl, connectionTimeoutMillis: 5_000 })
  try {
    const since = performance.now()
    for (let left = 1; left > 0; ) {
      const waited = performance.now() - since
      const { rows } = await server.query<{ left: string; ended: string }>(
        `select count(*)::text as left, count(pg_terminate_backend(pid)) filter (where state = 'idle' or $1)::text as ended
         from pg_stat_activity where usename = current_user and datname = current_database()
           and backend_start < (select backend_start from pg_stat_activity where pid = pg_backend_pid())`,
        [waited > patience.running],
      )
      left = Number(rows[0]?.left ?? 0)
      if (left > 0 && waited > patience.ended) {
        throw new Refusal(`${left} sessions of the portal do not end. End them (pg_stat_activity) and begin again.`)
      }
      if (left > 0) await sleep(100)
    }
  } finally {
    await server.end()
  }
}
