import type { PersonalNoticeKind } from '../../contract/notice-kinds.ts'
import type { NoticeDetails } from '../../contract/notice-words.ts'
import type { DocumentType } from '../../contract/values.ts'
import {
  accountsOfPerson,
  addToGroups,
  bumpVersions,
  type Db,
  foldGroups,
  planTelling,
  type Told,
  tellEach,
  tellSingle,
} from './announce-queries.ts'
import { type Happening, newsOf } from './kinds.ts'

export type { Happening }

/** What is older than this was known to the customer before: the ERP sends its history. */
const freshDays = 7
/** So many of a kind are told one by one; more of them, shortly after each other, as one. */
const mostSingle = 5
/** Milliseconds in which what belongs together may still come, before it is mailed. */
const gather = 60_000

type Deps = { now: string; newId: () => string }

/**
 * Tells the people of each account what happened to its documents, in the transaction that did it. History is passed
 * over, and many of a kind become one notice. Costs a few statements a batch, and none when there is nothing to tell.
 */
export async function announce(client: Db, happenings: readonly Happening[], deps: Deps): Promise<void> {
  const { now, newId } = deps
  const since = new Date(Date.parse(now) - freshDays * 86_400_000).toISOString()
  const told: Told[] = []
  for (const happening of happenings) {
    // A day is fresh when any of it is.
    if (happening.dated !== null && happening.dated.slice(0, 10) < since.slice(0, 10)) continue
    const news = newsOf(happening)
    if (!news) continue
    const { accountId, documentId, type, number } = happening
    const groupKey = news.needsPrices ? `${news.kind}/prices` : news.kind
    told.push({ accountId, documentId, type, number, id: newId(), now, groupKey, ...news })
  }
  await announceNews(client, told, deps)
}

/** Tells what is known to be news: one by one, or as one notice where there are many of a kind. */
async function announceNews(client: Db, told: readonly Told[], { now, newId }: Deps): Promise<void> {
  if (told.length === 0) return
  const groups = await addToGroups(client, told, now, newId)
  const folded = groups.filter(({ count }) => count > mostSingle)
  const of = new Map(groups.map((group) => [`${group.accountId} ${group.groupKey}`, group]))
  const singles = told.flatMap((one) => {
    const group = of.get(`${one.accountId} ${one.groupKey}`)
    return group && group.count <= mostSingle ? [{ ...one, groupId: group.groupId }] : []
  })
  const accounts = [...new Set(told.map(({ accountId }) => accountId))]
  await Promise.all([
    tellEach(client, singles),
    foldGroups(client, folded, now),
    planTelling(client, accounts, after(now, gather)),
  ])
}

const after = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()

/** What the calendar has brought about, of one document. */
export type Reminder = { documentId: string; type: DocumentType; number: string } & Pick<Told, 'kind' | 'details'>

/** Tells an account what the calendar has brought about. */
export async function announceReminders(
  client: Db,
  accountId: string,
  reminders: readonly Reminder[],
  deps: Deps,
): Promise<void> {
  if (reminders.length === 0) return
  await bumpVersions(client, [accountId])
  const { now, newId } = deps
  const told = reminders.map((one) => ({ ...one, accountId, id: newId(), now, groupKey: one.kind, needsPrices: false }))
  await announceNews(client, told, deps)
}

/** What was asked: about a document, or for a quote from scratch by one person. */
type Asked = { accountId: string; type: DocumentType; number: string; enquirer: string | undefined }

/**
 * Tells that the supplier has answered: to all of the account what was asked about a document, to who asked for a quote
 * what became of that. An enquiry is no document, so it leads to the page of requests.
 */
export async function announceAnswer(
  client: Db,
  { accountId, type, number, enquirer }: Asked,
  deps: Deps,
): Promise<void> {
  const { now, newId } = deps
  const about =
    enquirer === undefined
      ? { type, number, userId: null, details: {} }
      : { type: 'profile', number: 'requests', userId: enquirer, details: { enquiry: number } }
  await tellSingle(client, { ...about, accountId, kind: 'messages.answered', id: newId(), now })
  await planTelling(client, [accountId], now)
}

/** The page of the profile on which a person sees to what they are told. */
const pages: Readonly<Record<PersonalNoticeKind, string>> = {
  'security.newDevice': 'security',
  'security.password': 'security',
  'security.secondFactor': 'security',
  'security.mailRefused': 'notifications',
}

/** Tells one person of their own sign-in, in each account that they belong to, and nobody else. */
export async function announceOwn(
  client: Db,
  userId: string,
  { kind, details = {} }: { kind: PersonalNoticeKind; details?: NoticeDetails },
  { now, newId }: Deps,
): Promise<void> {
  const accounts = await accountsOfPerson(client, userId)
  for (const accountId of accounts) {
    const what = { kind, type: 'profile', number: pages[kind], details }
    await tellSingle(client, { ...what, accountId, id: newId(), userId, now })
  }
  await planTelling(client, accounts, now)
}
