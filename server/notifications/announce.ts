import type { NoticeKind, PersonalNoticeKind } from '#contract/notifications/kinds.ts'
import type { NoticeDetails } from '#contract/notifications/text.ts'
import { isLater, type ReturnStep, returnProgress } from '#contract/requests/returns.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Db } from '#database/transaction.ts'
import {
  accountsOfPerson,
  addToGroups,
  bumpVersions,
  insertGroupNotices,
  insertNotice,
  insertNotices,
  type NewNotice,
  type NoticeGroup,
  scheduleNotifications,
} from './announce-queries.ts'
import { selectFollowers } from './follower-queries.ts'
import { type DocumentUpdate, noticeContentFor } from './notice-rules.ts'
import {
  type ReturnRow,
  selectNaming,
  selectReturnRow,
  selectReturnsNamedBy,
  updateNotifiedStep,
} from './return-queries.ts'

export type { DocumentUpdate }

/** The customer already knew of events that are older than this: the ERP sends its history. */
const freshDays = 7
/** Up to this many notices of a kind stay single; more of them, shortly after each other, become one. */
const maxSingleNotices = 5
/** Milliseconds that mails are delayed, so that related events can be mailed together. */
const mailDelayMs = 60_000

type Deps = { now: string; newId: () => string }

/**
 * Stores notices of what happened to documents, in the transaction that wrote it. History is skipped, and many of a
 * kind become one notice. Costs a few statements a batch, and none when there is nothing to store.
 */
export async function createNotices(client: Db, updates: readonly DocumentUpdate[], deps: Deps): Promise<void> {
  const { now, newId } = deps
  const since = new Date(Date.parse(now) - freshDays * 86_400_000).toISOString()
  const notices: NewNotice[] = []
  for (const update of updates) {
    // Compares days: a day counts as fresh when any part of it is.
    if (update.dated !== null && update.dated.slice(0, 10) < since.slice(0, 10)) continue
    const content = noticeContentFor(update)
    if (!content) continue
    const { accountId, documentId, type, number } = update
    const groupKey = content.needsPrices ? `${content.kind}/prices` : content.kind
    notices.push({ accountId, documentId, type, number, id: newId(), now, groupKey, ...content })
  }
  await storeNotices(client, notices, deps)
}

/** Stores notices one by one, or as one notice where there are many of a kind. */
async function storeNotices(client: Db, notices: readonly NewNotice[], deps: Deps): Promise<void> {
  if (notices.length === 0) return
  const { now, newId } = deps
  const groups = await addToGroups(client, notices, now, newId)
  const largeGroups = groups.filter(({ count }) => count > maxSingleNotices)
  const smallGroups = new Map(
    groups
      .filter(({ count }) => count <= maxSingleNotices)
      .map(({ accountId, groupKey, groupId }) => [`${accountId} ${groupKey}`, groupId]),
  )
  const groupIdOf = ({ accountId, groupKey }: NewNotice) => smallGroups.get(`${accountId} ${groupKey}`)
  const singles = notices.flatMap((notice) => {
    const groupId = groupIdOf(notice)
    return groupId === undefined ? [] : [{ ...notice, groupId }]
  })
  const others = notices.filter((notice) => groupIdOf(notice) === undefined)
  const accounts = [...new Set(notices.map(({ accountId }) => accountId))]
  await Promise.all([
    insertNotices(client, singles),
    storeLargeGroups(client, largeGroups, others, deps),
    scheduleNotifications(client, accounts, after(now, mailDelayMs)),
  ])
}

/**
 * Stores one notice for each group, in place of these notices and of earlier ones. Whoever follows what one of them is
 * about has it beside the group, for themselves alone: as what it would have been, so that what they have seen stays seen.
 */
async function storeLargeGroups(
  client: Db,
  groups: readonly NoticeGroup[],
  notices: readonly NewNotice[],
  { now, newId }: Deps,
): Promise<void> {
  if (groups.length === 0) return
  const grouped = [...(await insertGroupNotices(client, groups, now)), ...notices]
  const groupedById = new Map(grouped.map((notice) => [notice.id, notice]))
  const followed = (await selectFollowers(client, grouped)).flatMap(({ id, userId }) => {
    const notice = groupedById.get(id)
    const ownId = newId()
    // A group of its own: what is added to the group later neither replaces nor counts it.
    return notice ? [{ ...notice, id: ownId, groupId: ownId, userId }] : []
  })
  await insertNotices(client, followed)
}

const after = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString()

/** What the calendar causes for one document: due soon, overdue, expiring, late. */
export type Reminder = { documentId: string; type: DocumentType; number: string } & Pick<NewNotice, 'kind' | 'details'>

/** Stores notices of what the calendar causes in an account. */
export async function createReminderNotices(
  client: Db,
  accountId: string,
  reminders: readonly Reminder[],
  deps: Deps,
): Promise<void> {
  if (reminders.length === 0) return
  await bumpVersions(client, [accountId])
  const { now, newId } = deps
  const notices = reminders.map((reminder) => ({
    ...reminder,
    accountId,
    id: newId(),
    now,
    groupKey: reminder.kind,
    needsPrices: false,
  }))
  await storeNotices(client, notices, deps)
}

/** A return that has come to a step; `documentId` and `shipment` are those of the shipment that it was asked about. */
type ReturnStepChange = {
  accountId: string
  documentId: string
  shipment: string
  number: string
  step: ReturnStep
}

/** Stores notices of steps of returns. That one was credited is announced to those who see amounts. */
async function createStepNotices(client: Db, steps: readonly ReturnStepChange[], deps: Deps): Promise<void> {
  if (steps.length === 0) return
  await bumpVersions(client, [...new Set(steps.map(({ accountId }) => accountId))])
  const { now, newId } = deps
  const notices = steps.map(({ accountId, documentId, shipment, number, step }): NewNotice => {
    const needsPrices = step === 'credited'
    const groupKey = needsPrices ? 'shipments.return/prices' : 'shipments.return'
    const details = { return: number, status: step }
    const about = { accountId, documentId, type: 'shipments', number: shipment }
    return { ...about, id: newId(), now, kind: 'shipments.return', groupKey, needsPrices, details }
  })
  await storeNotices(client, notices, deps)
}

type DocumentId = { accountId: string; id: string }

/**
 * Notifies people of the steps that returns have come to, each step once: `naming` are documents that name one, `moved`
 * shipments that may.
 */
export async function notifyReturnsNamedBy(
  client: Db,
  { naming, moved }: { naming: readonly DocumentId[]; moved: readonly DocumentId[] },
  deps: Deps,
): Promise<void> {
  const documents = [...naming, ...(moved.length > 0 ? await selectNaming(client, moved) : [])]
  if (documents.length === 0) return
  const rows = await selectReturnsNamedBy(
    client,
    documents.map(({ accountId }) => accountId),
    documents.map(({ id }) => id),
  )
  await notifySteps(client, rows, deps)
}

/** Notifies people of the step that a return has come to. The supplier's agreement is an answer, which is told by itself. */
export async function notifyReturn(client: Db, accountId: string, requestId: string, deps: Deps): Promise<void> {
  const row = await selectReturnRow(client, accountId, requestId)
  await notifySteps(client, row ? [row] : [], deps)
}

async function notifySteps(client: Db, rows: readonly ReturnRow[], deps: Deps): Promise<void> {
  const changes: ReturnStepChange[] = []
  for (const row of rows) {
    const step = returnProgress(row.askedAt, row, row.documents).at(-1)?.step ?? 'asked'
    if (isLater(step, row.notifiedStep) && (await updateNotifiedStep(client, row, step)) && step !== 'approved')
      changes.push({ ...row, step })
  }
  await createStepNotices(client, changes, deps)
}

/** Tells open pages that something changed of which nobody is notified, such as a colleague's message. */
export function announceChange(client: Db, accountId: string): Promise<void> {
  return bumpVersions(client, [accountId])
}

/** What was written: about a document, for all members or for some; or about an enquiry or the account, for some. */
type Written = {
  kind: Extract<NoticeKind, `messages.${string}` | `quotes.approval${string}`>
  accountId: string
  number: string
  /** What its text names, of a document. */
  details?: NoticeDetails
} & (
  | { type: DocumentType; readers: 'members' | readonly string[] }
  | { type: 'enquiry' | 'account'; readers: readonly string[] }
)

/**
 * Stores the notice that the supplier has answered or asked back, or that a colleague has named or asked somebody. An enquiry is no
 * document, nor is the account: their notices lead to the page of requests.
 */
export async function createMessageNotice(client: Db, written: Written, deps: Deps): Promise<void> {
  const { kind, accountId, type, number } = written
  const { now, newId } = deps
  const target =
    type === 'enquiry' || type === 'account'
      ? { type: 'profile', number: 'requests', details: { [type]: number } }
      : { type, number, details: written.details ?? {} }
  for (const userId of written.readers === 'members' ? [null] : written.readers)
    await insertNotice(client, { ...target, userId, accountId, kind, id: newId(), now })
  await scheduleNotifications(client, [accountId], now)
}

/** The page of the profile to which a notice leads. */
const profilePages: Readonly<Record<PersonalNoticeKind, string>> = {
  'security.newDevice': 'security',
  'security.password': 'security',
  'security.secondFactor': 'security',
  'security.mailRefused': 'notifications',
}

/** Notifies one person, and nobody else, of their own sign-in or mails, in each account that they belong to. */
export async function createPersonalNotices(
  client: Db,
  userId: string,
  { kind, details = {} }: { kind: PersonalNoticeKind; details?: NoticeDetails },
  { now, newId }: Deps,
): Promise<void> {
  const accounts = await accountsOfPerson(client, userId)
  for (const accountId of accounts) {
    const notice = { kind, type: 'profile', number: profilePages[kind], details }
    await insertNotice(client, { ...notice, accountId, id: newId(), userId, now })
  }
  await scheduleNotifications(client, accounts, now)
}
