import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FileSource } from '#contract/imports/file-sources.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { TestDatabase } from '#database/testing/database.ts'
import { saveProfile } from '../imports/profiles.ts'
import { type LookDeps, lookAtSource } from '../imports/sources/look.ts'
import { createFindAddress } from '../imports/sources/network.ts'
import { mailAlarms } from '../imports/sources/poll.ts'
import { makeDue } from '../imports/sources/queries.ts'
import { listSources, readSource, saveSource } from '../imports/sources/sources.ts'
import { trySource } from '../imports/sources/try-source.ts'
import type { TakeFiles } from '../imports/take-files.ts'
import { ingestMappedFiles } from '../ingest/mapped-files.ts'
import { mailFirstRefusals, selectStaffOfIntake } from '../ingest/sources/first-refusals.ts'
import { createMailboxOpener } from '../mail/mailbox-opener.ts'
import { createSecretBox } from '../mail/seal.ts'

/** A profile that makes an order of each row. */
export const ordersProfile: ImportProfile = {
  version: 1,
  name: 'orders',
  read: { as: 'csv', encoding: 'utf-8', separator: ';', decimal: ',', thousands: '.', dates: 'day first' },
  tables: [{ name: 'rows' }],
  documents: {
    per: 'row',
    customer: { by: 'number', value: { column: 'Kunde' } },
    fields: {
      type: { constant: 'orders' },
      number: { column: 'Auftrag' },
      issueDate: { column: 'Datum' },
      currency: { constant: 'EUR' },
    },
    lists: [],
  },
  values: {},
}

/** A list of orders as the profile reads it. */
export const orderList = (...numbers: readonly string[]): string =>
  ['Auftrag;Kunde;Datum', ...numbers.map((number) => `${number};C-1;01.11.2026`), ''].join('\n')

export const wrongList = 'Nummer;Kunde\n1;2\n'

type MailAlarmDeps = Parameters<typeof mailAlarms>[0]

/** Mails staff about the ways by which files come, as servers do every minute. */
export const mailFileAlarms = (deps: Pick<MailAlarmDeps, 'db' | 'clock' | 'mail' | 'folder'>): Promise<void> =>
  mailAlarms({
    ...deps,
    staffOfIntake: selectStaffOfIntake,
    mailFirstRefusals: (db, refusals) => mailFirstRefusals(db, deps, refusals),
  })

/** Sources of files on a database, with a clock of their own, and what looks at them as servers do. */
export async function fileSources({ pools, owner, tokenSecret }: TestDatabase) {
  let now = new Date('2026-03-10T09:00:00Z')
  const { server: db, work: workPool, lock: lockPool } = pools
  const deps = {
    ...{ db, lockPool, clock: () => now, newId: () => randomUUIDv7(), openMailbox: createMailboxOpener(() => now) },
    secretBox: createSecretBox({ secrets: [tokenSecret], random: randomBytes }),
    findAddress: createFindAddress(['127.0.0.0/8', '::1']),
  }
  const take: TakeFiles = (files, options) => ingestMappedFiles({ ...deps, workPool }, files, options)
  const warnings: string[] = []
  const log = { info: () => undefined, warn: (line: string) => void warnings.push(line) }
  await saveProfile(deps, ordersProfile)

  /** Looks at a source now, as a server of its own; `more` says what is different there. */
  const look = async (name: string, more: Partial<LookDeps> = {}) => {
    await makeDue(db, name, now.toISOString())
    const signal = new AbortController().signal
    await lookAtSource({ ...deps, take, log, signal, settleTime: 20, ...more }, name)
  }
  const entries = async (name: string) =>
    (
      await owner.query<{ files: string[]; outcome: string; reason: string | null }>(
        `select e.files, e.outcome, e.reason from file_source_entries e join file_sources s on s.id = e.source_id
where s.name = $1 order by e.at, e.id`,
        [name],
      )
    ).rows
  const orders = async () =>
    (await owner.query<{ number: string }>('select number from documents order by number')).rows.map(
      (row) => row.number,
    )
  const source = (name: string, url: string, more: Partial<FileSource> = {}): FileSource => ({
    ...{ name, profile: 'orders', url, signIn: 'none', minutes: 5, isOn: true, ...more },
  })
  return {
    ...{ db, deps, take, warnings, look, entries, orders, source },
    pass: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
    save: (entered: FileSource, secret?: string) => saveSource(deps, { source: entered, secret }),
    attempt: (entered: FileSource, secret?: string) => trySource(deps, { source: entered, secret }),
    read: (name: string) => readSource(db, name),
    status: async (name: string) => (await listSources(db)).find(({ source: { name: other } }) => other === name),
  }
}
