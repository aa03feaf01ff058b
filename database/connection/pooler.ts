import type pg from 'pg'
import { openClient } from '../connect.ts'
import { Refusal } from '../refusal.ts'

/*
 * A pooler gives the connections of few sessions to many. The portal needs one that keeps its named statements apart
 * (PgBouncer from 1.21 on) and leaves a session to a whole transaction.
 */

const mend = {
  statements: 'let it be PgBouncer 1.21 or later, with max_prepared_statements above 0',
  transactions: 'set its pool_mode to transaction',
  access: 'let it know the database and the roles of the portal, as docs/several-servers.md shows',
  session: 'set its default_pool_size to 2 at least, best to twice DATABASE_POOL_SIZE',
}

/** How often the two connections are swapped at most until each has had the other's session. */
const rounds = 4

/**
 * Says why the portal cannot work through the pooler at this address, with the mend, as a sentence; undefined when it can.
 * Throws Refusal, with the error of the network as its cause, when nobody answers.
 */
export async function findPoolerFault(url: string): Promise<string | undefined> {
  const settings = { connectionString: url, connectionTimeoutMillis: 3_000, query_timeout: 3_000 }
  const clients: pg.Client[] = []
  try {
    for (let count = 0; count < 2; count++) clients.push(await openClient(settings))
    const [one, two] = clients
    if (one && two) await swapSessions(one, two)
    return undefined
  } catch (error) {
    const fault = faultOf(error)
    if (fault === undefined) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Refusal(
        `DATABASE_POOL_URL: the pooler does not answer (${reason}). Mend the address or start the pooler.`,
        { cause: error },
      )
    }
    return `DATABASE_POOL_URL: the pooler cannot be used (${(error as Error).message}): ${mend[fault]}.`
  } finally {
    // What was found is known; how the connections end does not matter.
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** Milliseconds for which what was found out about a pooler counts: while it works, and while it does not. */
const validity = { working: 30_000, faulty: 2_000 }

/** Returns what says the same as `findPoolerFault`, and asks the pooler only now and then. */
export function watchPooler(url: string): () => Promise<string | undefined> {
  let last: { fault: string | undefined; at: number } | undefined
  return async () => {
    const now = performance.now()
    if (last === undefined || now - last.at > (last.fault === undefined ? validity.working : validity.faulty)) {
      last = { fault: last?.fault, at: now }
      last.fault = await findPoolerFault(url)
    }
    return last.fault
  }
}

/** Throws Refusal, with the mend, when `findFault` finds that the portal cannot work through its pooler. */
export async function refusePoolerFault(findFault: () => Promise<string | undefined>): Promise<void> {
  const fault = await findFault()
  if (fault !== undefined) throw new Refusal(fault)
}

/** What is to be mended after an error of a pooler; undefined where it is another's. */
function faultOf(error: unknown): keyof typeof mend | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  // The statement is not there, or another connection's is.
  if (code === '26000' || code === '42P05') return 'statements'
  if (/statement pooling/.test(error.message)) return 'transactions'
  if (/no such (user|database)|password|authentication|SASL|startup parameter|bouncer config error/.test(error.message))
    return 'access'
  return error.message === noSecondSession || /query_wait_timeout/.test(error.message) ? 'session' : undefined
}

const noSecondSession = 'two transactions do not run at the same time'

/**
 * Runs a named statement of each connection on the session on which the other's was prepared. A pooler that knows nothing
 * of them fails then.
 */
async function swapSessions(one: pg.Client, two: pg.Client): Promise<void> {
  const homes = [await begin(one, 'pooler-one'), await begin(two, 'pooler-two')]
  await Promise.all([one.query('commit'), two.query('commit')])
  for (let round = 0; round < rounds; round++) {
    // Which free session a transaction gets is the pooler's to say: the two begin in turn.
    const inOrder = round % 2 === 0 ? [one, two] : [two, one]
    const sessions = new Map<pg.Client, number>()
    for (const client of inOrder)
      sessions.set(client, await begin(client, client === one ? 'pooler-one' : 'pooler-two'))
    await Promise.all([one.query('commit'), two.query('commit')])
    if (sessions.get(one) !== homes[0]) return
  }
}

/** Begins a transaction with a named statement; returns the session on which it runs. */
async function begin(client: pg.Client, name: string): Promise<number> {
  const opened = await client.query('begin').catch((error: unknown) => {
    const isWaiting = error instanceof Error && error.message === 'Query read timeout'
    throw isWaiting ? new Error(noSecondSession, { cause: error }) : error
  })
  if (opened.command !== 'BEGIN') throw new Error('The pooler did not begin a transaction')
  const { rows } = await client.query<{ session: number }>({ name, text: 'select pg_backend_pid() as session' })
  return rows[0]?.session ?? 0
}
