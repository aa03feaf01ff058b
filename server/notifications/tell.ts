import type { Outbox } from '../../contract/mail.ts'
import { type Channel, digestHour } from '../../contract/notice-kinds.ts'
import type { MailedNotice } from '../../contract/notice-words.ts'
import { nextTimeAt } from '../../contract/zone.ts'
import type { Db } from './announce-queries.ts'
import type { ErrandDeps, WantedJob } from './errands.ts'
import { type Choice, channelsOf, mayHear, quietUntil } from './reach.ts'
import {
  type Account,
  lockForTelling,
  markTold,
  type Person,
  planErrand,
  readChoicesOf,
  readPeople,
  readUntold,
  type ToldPerson,
  takeDigest,
  type Untold,
} from './telling-queries.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export type TellDeps = ErrandDeps & { mail: Outbox<Db>; secrets: readonly string[] }

/** What is older is news to nobody any more: a server that was away so long does not mail it. */
const freshDays = 3

type Reached = { notice: Untold; channels: Channel[] }

/**
 * Mails and pushes what is new in an account to those of its people who want that, in one transaction with the note that
 * they were told: done twice, it tells nothing twice. Who has quiet hours is told when they are over.
 */
export async function tellAccount(deps: TellDeps, client: Db, accountId: string): Promise<void> {
  const account = await lockForTelling(client, accountId)
  if (!account) return
  await tellPeople(deps, client, { accountId, account }, await readPeople(client, accountId, deps.clock(), null))
}

type Where = { accountId: string; account: Account }
type Whom = Where & { person: Person }

async function tellPeople(deps: TellDeps, client: Db, where: Where, people: readonly Person[]): Promise<void> {
  const { accountId, account } = where
  const now = deps.clock()
  const oldest = Math.min(...people.map(({ toldVersion }) => Number(toldVersion)))
  const notices = people.length === 0 ? [] : await readUntold(client, accountId, oldest, freshSince(now))
  const told: ToldPerson[] = []
  let waitsUntil: Date | undefined
  for (const person of people) {
    const untold = notices.filter(({ firstVersion }) => Number(firstVersion) > Number(person.toldVersion))
    const reached = await reachedBy(client, accountId, person, untold)
    const quiet = quietUntil(person, person.timeZone ?? deps.timeZone, now)
    const toDigest = reached.filter(({ channels }) => channels.includes('digest')).map(({ notice }) => notice.id)
    if (toDigest.length > 0)
      await planErrand(client, { accountId, what: 'digest', userId: person.userId, dueAt: digestAt(deps, person) })
    const loud = reached.some(({ channels }) => channels.includes('now') || channels.includes('push'))
    if (quiet && loud) {
      if (!waitsUntil || quiet < waitsUntil) waitsUntil = quiet
      continue
    }
    await tellPerson(deps, client, { ...where, person }, reached)
    told.push({ userId: person.userId, toDigest })
  }
  await markTold(client, accountId, told, account.version)
  if (waitsUntil) await planErrand(client, { accountId, what: 'tell', userId: null, dueAt: waitsUntil })
}

async function tellPerson(deps: TellDeps, client: Db, whom: Whom, reached: readonly Reached[]): Promise<void> {
  const { accountId, person } = whom
  const by = (channel: Channel) => reached.filter(({ channels }) => channels.includes(channel)).map((one) => one.notice)
  await mailThem(deps, client, whom, 'notices', by('now'))
  const jobs = person.browsers.flatMap((sessionId) =>
    by('push').map(
      ({ id }): WantedJob => ({ name: 'push', data: { accountId, sessionId, userId: person.userId, id } }),
    ),
  )
  if (jobs.length > 0) await deps.send(client, jobs)
}

/** Mails one person what was kept for their digest and they still want by mail, at whatever time. */
export async function mailDigest(deps: TellDeps, client: Db, accountId: string, userId: string): Promise<void> {
  const account = await lockForTelling(client, accountId)
  const now = deps.clock()
  const [person] = account ? await readPeople(client, accountId, now, userId) : []
  if (!account || !person) return
  const where = { accountId, account }
  // What has waited for the end of their quiet hours belongs to it as well.
  await tellPeople(deps, client, where, [person])
  const reached = await reachedBy(
    client,
    accountId,
    person,
    await takeDigest(client, accountId, userId, freshSince(now)),
  )
  const wanted = reached.filter(({ channels }) => channels.includes('digest') || channels.includes('now'))
  await mailThem(
    deps,
    client,
    { ...where, person },
    'digest',
    wanted.map(({ notice }) => notice),
  )
}

const freshSince = (now: Date) => new Date(now.getTime() - freshDays * 86_400_000)

/** What a person may and wants to hear of, and where. */
async function reachedBy(
  client: Db,
  accountId: string,
  person: Person,
  notices: readonly Untold[],
): Promise<Reached[]> {
  const heard = notices.filter((notice) => mayHear(person, notice))
  if (heard.length === 0) return []
  const ids = heard.map(({ id }) => id)
  const choices: Map<string, Choice> = person.chooses
    ? await readChoicesOf(client, accountId, person.userId, ids)
    : new Map()
  return heard.map((notice) => ({ notice, channels: channelsOf(person, notice.kind, choices.get(notice.id) ?? null) }))
}

/** The next morning by the person's clock, not in their quiet hours. */
function digestAt({ clock, timeZone }: TellDeps, person: Person): Date {
  const zone = person.timeZone ?? timeZone
  const morning = nextTimeAt(zone, digestHour * 60, clock())
  return quietUntil(person, zone, morning) ?? morning
}

async function mailThem(
  { mail, secrets }: TellDeps,
  client: Db,
  { accountId, account, person }: Whom,
  kind: 'notices' | 'digest',
  notices: readonly Untold[],
): Promise<void> {
  const [first] = notices
  if (!first || person.refused) return
  await mail.send(client, {
    kind,
    to: { email: person.email, name: person.name },
    values: { account: account.name, count: String(notices.length) },
    path: '/profile/notifications',
    notices: notices.map(lineOf),
    reader: { accountId, userId: person.userId },
    unsubscribe: unsubscribeToken(secrets, accountId, person.userId),
  })
}

function lineOf({ kind, type, number, count, details, needsPrices, happenedAt }: Untold): MailedNotice {
  return { kind, type, number, count, details, needsPrices, happenedAt }
}
