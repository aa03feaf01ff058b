import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readRefusedSummary } from '#server/ingest/refused/queries.ts'
import { selectActiveSources } from '#server/ingest/sources/queries.ts'
import { readNotes } from '#server/operator/queries.ts'
import type { DoctorContext } from './doctor-context.ts'
import { readBacklog } from './queries.ts'

export type Verdict = 'ok' | 'look' | 'bad'
export type Finding = readonly [Verdict, string]

const countWithNoun = (count: number, singular: string, plural: string) =>
  count === 1 ? `1 ${singular}` : `${count.toLocaleString('en')} ${plural}`

/** Checks whether mails are sent. */
export async function checkMails(context: DoctorContext): Promise<Finding> {
  const { mails_late, mails_given_up, mail_error } = await readBacklog((await context.open()).pools.work)
  const [late, givenUp] = [Number(mails_late), Number(mails_given_up)]
  if (late + givenUp === 0) return ['ok', 'none was refused by the mail server.']
  const parts = [
    ...(late > 0
      ? [`${countWithNoun(late, 'mail was', 'mails were')} tried in vain and ${late === 1 ? 'is' : 'are'} tried again`]
      : []),
    ...(givenUp > 0 ? [`${countWithNoun(givenUp, 'mail was', 'mails were')} given up in the last 7 days`] : []),
  ]
  const why = mail_error?.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 200) ?? ''
  return ['look', `${parts.join(', ')} (${why}): npm run portal -- mail list`]
}

/** Checks for jobs that were given up. */
export async function checkJobs(context: DoctorContext): Promise<Finding> {
  const aside = Number((await readBacklog((await context.open()).pools.work)).jobs_aside)
  if (aside === 0) return ['ok', 'none was given up.']
  return ['look', `${countWithNoun(aside, 'job was', 'jobs were')} given up: npm run portal -- jobs list`]
}

/** Checks whether customers wait for an answer. */
export async function checkRequests(context: DoctorContext): Promise<Finding> {
  const { requests, request_since } = await readBacklog((await context.open()).pools.work)
  if (requests === '0') return ['ok', 'no customer has waited for more than two days.']
  const who = countWithNoun(Number(requests), 'request of a customer waits', 'requests of customers wait')
  return ['look', `${who} for more than two days, the oldest since ${request_since}: npm run portal -- request list`]
}

/** Checks whether documents were refused in the last 7 days, or wait to be mended. */
export async function checkRefused(context: DoctorContext): Promise<Finding> {
  const { pools } = await context.open()
  const { open, last, example } = await readRefusedSummary(pools.server)
  if (open > 0) {
    const messages = countWithNoun(open, 'refused message waits', 'refused messages wait')
    return ['look', `${messages}, the last of ${last} (${example}): npm run portal -- refused list`]
  }
  const notes = await readNotes(pools.server, context.clock())
  const refused = notes.find(({ kind }) => kind === 'refused documents')
  if (!refused) return ['ok', 'no document was refused in the last 7 days.']
  const documents = countWithNoun(refused.times, 'document was', 'documents were')
  return ['ok', `${documents} refused in the last 7 days, and all are settled.`]
}

/** Checks whether a source that used to send is silent. */
export async function checkSources(context: DoctorContext): Promise<Finding> {
  const { pools } = await context.open()
  const since = context.clock().toISOString()
  const silent = (await selectActiveSources(pools.server, since)).filter(({ silentSince }) => silentSince !== null)
  if (silent.length === 0) return ['ok', 'none is silent for longer than usual.']
  const names = silent.map(({ name, silentSince }) => `${name ?? ''} since ${silentSince}`).join(', ')
  return ['look', `silent for longer than usual: ${names}. Look whether the export still runs.`]
}

/** Checks for a proxy in front of the portal that TRUST_PROXY does not name. */
export async function checkProxy(context: DoctorContext): Promise<Finding> {
  if (context.config.TRUST_PROXY !== undefined) return ['ok', 'TRUST_PROXY names who is in front.']
  const notes = await readNotes((await context.open()).pools.server, context.clock())
  const unknown = notes.find(({ kind }) => kind === 'unknown proxy')
  if (!unknown) return ['ok', 'none has passed a request on.']
  return [
    'look',
    `${unknown.example} passes requests on (X-Forwarded-For, at last on ${unknown.lastAt}) and TRUST_PROXY does not name it: all customers count as one address. Set TRUST_PROXY=${unknown.example} if it is yours.`,
  ]
}

/** Checks whether the portal runs with more rights than it needs: as root it could write everywhere. */
export async function checkUser({ config }: DoctorContext): Promise<Finding> {
  const holder = statSync(join(config.DATA_DIR, 'portal.lock'), { throwIfNoEntry: false })
  const asRoot = process.getuid !== undefined && (holder ? holder.uid === 0 : process.getuid() === 0)
  if (!asRoot) return ['ok', 'the portal does not run as root.']
  return [
    'look',
    'the portal runs as root. Make a user of its own for it, who owns DATA_DIR, and start it as that user.',
  ]
}
