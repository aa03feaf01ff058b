import type { Pool } from 'pg'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { Pools } from '#database/connect.ts'
import { generate, isSize, type Size, sizes } from '#database/seed/generate.ts'
import { historyOf } from '#database/seed/history.ts'
import { type DemoPerson, demoAccounts, demoAddresses, demoPeople } from '#database/seed/people.ts'
import { withTransaction } from '#database/transaction.ts'
import { setAddresses } from '../accounts/accounts.ts'
import { addUser, disableUser } from '../auth/administration/users.ts'
import { findUser } from '../auth/users/queries.ts'
import { whyNoDemo } from '../config.ts'
import type { Incoming } from '../formats/message.ts'
import { ingestDocuments } from '../ingest/ingest.ts'
import { insertAccounts } from '../ingest/match/accounts-queries.ts'
import { type Command, Failed, UsageError } from './command.ts'
import { localDate } from './context.ts'
import { insertDemoContent } from './demo-content/insert-demo-content.ts'

export type SeedDeps = {
  pools: Pick<Pools, 'work' | 'server'>
  clock: () => Date
  newId: () => string
  random: (size: number) => Buffer
  /** Called with the number of documents so far. */
  progress?: (count: number) => void
}

/** `report` is undefined when the demo company already existed. */
export type SeedResult = { report: IngestReport | undefined; people: readonly DemoPerson[] }

/**
 * Fills a database with the demo company: its documents as an ERP would send them, then the people who can sign in.
 * Runs once; an interrupted run is repeated from the start, and what exists already stays as it is.
 */
export async function seedDemo(deps: SeedDeps, options: { size: Size; today: string }): Promise<SeedResult> {
  const people = demoPeople()
  if (await isDemo(deps.pools.server)) return { report: undefined, people }

  const { pools, clock, newId } = deps
  const report = await ingestDocuments(
    { workPool: pools.work, clock, newId },
    numberedMessages(options, deps.progress),
    {
      dryRun: false,
      source: 'demo',
    },
  )
  if (report.rejected > 0) {
    throw new Error(`The demo data was refused: ${report.errors[0]?.path} ${report.errors[0]?.message}`)
  }
  const accounts = demoAccounts().map((account) => ({ ...account, id: newId() }))
  await withTransaction(pools.work, (client) => insertAccounts(client, accounts, clock().toISOString()))
  for (const { number, addresses } of demoAddresses()) await setAddresses(pools.server, number, addresses, clock())
  for (const { memberships, email, name, password } of people) {
    for (const { account, role } of memberships) {
      await addUser({ db: pools.server, clock, newId, random: deps.random }, { email, name, password, account, role })
    }
  }
  return { report, people }
}

/** Whether this database holds the complete demo company: its people are written last. */
export async function isDemo(db: Pool): Promise<boolean> {
  const last = demoPeople().at(-1)
  return last !== undefined && (await findUser(db, last.email)) !== undefined
}

/** Whether this database holds no customer and no person. */
export async function isEmpty(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from accounts) as empty',
  )
  return rows[0]?.empty === true
}

/**
 * Whether nobody uses this database yet; what an interrupted demo left does not count. A start with DEMO=off invites the
 * first owner of the console, so that the database is theirs before there is any document in it.
 */
export async function isUntouched(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ untouched: boolean }>(
    `select not exists (select from users where email <> all ($1))
       and not exists (select from documents where source_system <> 'demo')
       and (not exists (select from accounts) or exists (select from documents))
       and not exists (select from staff) and not exists (select from staff_invitations)
       and not exists (select from api_keys) and not exists (select from import_profiles) as untouched`,
    [demoPeople().map(({ email }) => email)],
  )
  return rows[0]?.untouched === true
}

function* numberedMessages(
  options: { size: Size; today: string },
  progress: SeedDeps['progress'],
): Generator<Incoming> {
  const withPapers = new Set(demoAccounts().map((account) => account.number))
  let count = 0
  let line = 0
  for (const document of generate(options)) {
    count++
    if (count % 500 === 0) progress?.(count)
    for (const message of historyOf(document, { today: options.today, withPapers })) {
      line++
      yield { line, document: message }
    }
  }
}

/** A sign-in of the demo as one line of text. */
export function signInLine({ email, password, shows }: DemoPerson): string {
  return `${email}   ${password}   (${shows})`
}

export const seedCommand: Command = {
  name: 'seed',
  summary: 'Fills an empty database with the demo company and its customers.',
  options: { size: { type: 'string', default: 'S' } },
  help: { size: 'S (600 documents, the default), M (50,000) or L (a million).' },
  run: async (context, args) => {
    const size = String(args.values.size)
    if (!isSize(size)) throw new UsageError(`There is no size "${size}": choose S, M or L.`)
    const { pools } = await context.open()
    const total = sizes[size].documents.toLocaleString('en')
    const today = localDate(context.clock())
    const { report, people } = await seedDemo(
      {
        ...context,
        pools,
        progress: (count) => context.progress(`${count.toLocaleString('en')} of ${total} documents`),
      },
      { size, today },
    )
    if (!report) {
      context.out('The demo company is here already; nothing was added. For another size use an empty database.')
      return
    }
    await insertDemoContent({ ...context, pools }, today)
    if (report.quarantined > 0) throw new Failed(`${report.quarantined} documents of the demo found no customer.`)
    const created = `${report.created.toLocaleString('en')} documents are in.`
    const reason = whyNoDemo(context.config)
    if (reason !== undefined) {
      for (const { email } of people) await disableUser({ ...context, db: pools.server }, email)
      context.out(`${created} Its people are disabled: everybody knows their passwords, and ${reason}.`)
      return
    }
    context.out(`${created} Sign in as:`)
    for (const person of people) context.out(signInLine(person))
  },
}
