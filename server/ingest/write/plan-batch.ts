import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { Problem } from '#server/formats/message.ts'
import { missingCurrencyProblems } from '../check/content-problems.ts'
import { warningsOf } from '../check/document-warnings.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import type { Account } from '../match/accounts-queries.ts'
import {
  addFormerDocument,
  addHolder,
  compareWithStored,
  documentKey,
  type FormerDocument,
  findFormerDocument,
  findOtherHolder,
  formerSupplierDocuments,
  type Holder,
  type Holdings,
  isOlder,
  isTooLate,
  type KnownVersion,
  type NumberKey,
  numberKeyOf,
  type RemovedDocument,
  removeFormerDocument,
  removeHolder,
} from '../match/holdings.ts'
import type { PlannedDocument } from '../planned-document.ts'
import type { Outcome } from '../report.ts'
import type { Numbering } from '../types.ts'
import { type CompletionResult, completePartial } from './complete-partial.ts'
import {
  heldElsewhereProblem,
  heldTwiceWarning,
  movedWarning,
  numberConflictProblem,
  withdrawnWarnings,
} from './plan-problems.ts'

/** The plan of a batch: which documents are written, which leave their account, and the outcome of its messages. */
export type BatchPlan = {
  written: PlannedDocument[]
  removed: RemovedDocument[]
  /** Records of accounts that lose a document, and older ones to delete because the document came back. */
  former: FormerDocument[]
  back: FormerDocument[]
  /** Messages that were neither rejected nor stale. */
  current: PreparedDocument[]
  outcomes: Map<Outcome, number>
  rejected: { line: number; problems: Problem[] }[]
  /** Warnings; a message may have several entries. */
  warnings: { line: number; problems: Problem[] }[]
}

/**
 * What is stored: `bases` are the documents that partial messages change, by id. Documents move between these accounts
 * alone, between all when absent.
 */
export type StoredState = {
  accountIds?: ReadonlySet<string> | undefined
  holdings: Holdings
  bases: ReadonlyMap<string, IngestDocument>
  numbering: Numbering
}

/** The known documents that partial messages of a batch change, in whichever account they are. */
export function documentsToRebuild(
  batch: readonly PreparedDocument[],
  accounts: ReadonlyMap<string, Account>,
  holdings: Holdings,
) {
  const parts = new Map<string, { accountId: string; id: string }>()
  for (const message of batch) {
    const accountId = accounts.get(message.account)?.id
    if (accountId === undefined || !message.part) continue
    const stored = holdings.stored.get(documentKey(accountId, message.type, message.number))
    if (stored?.hash.equals(message.hash)) continue
    const holder = findOtherHolder(holdings, numberKeyOf({ ...message, source: message.source ?? '' }), accountId)
    if (stored) parts.set(stored.id, { accountId, id: stored.id })
    else if (holder) parts.set(holder.id, holder)
  }
  return [...parts.values()].map(({ accountId, id }) => ({ accountId, id }))
}

type PlanState = StoredState & {
  newId: () => string
  now: number
  written: Map<string, PlannedDocument>
  plan: Omit<BatchPlan, 'written'>
}

/** A message with what is known of its document. */
type MessageCase = {
  message: PreparedDocument
  account: Account
  key: string
  /** The version in the message's own account. */
  stored: KnownVersion | undefined
  source: string
  claimed: NumberKey
  /** Another account that has the number. */
  holder: Holder | undefined
}

/**
 * Compares each message with what is stored, in the order of the file: the same content is unchanged, a message older
 * than the stored version is stale, and of several messages about one document in a batch the last that is not stale is
 * written; the earlier ones are kept for the change history. A partial message is completed to the whole document. A
 * number of the supplier's own that another account has moves. Updates the holdings. `now` is in milliseconds since
 * 1970.
 */
export function planBatch(
  batch: readonly PreparedDocument[],
  accounts: ReadonlyMap<string, Account>,
  storedState: StoredState,
  { newId, now }: { newId: () => string; now: number },
): BatchPlan {
  const plan = {
    ...{ removed: [], former: [], back: [], current: [], outcomes: new Map(), rejected: [], warnings: [] },
  } as Omit<BatchPlan, 'written'>
  const state: PlanState = { ...storedState, newId, now, written: new Map(), plan }
  for (const message of batch) {
    const account = accounts.get(message.account)
    if (account) planMessage(state, caseOf(state, message, account))
  }
  return { ...plan, written: [...state.written.values()] }
}

function caseOf({ holdings, numbering }: PlanState, message: PreparedDocument, account: Account): MessageCase {
  const key = documentKey(account.id, message.type, message.number)
  const stored = holdings.stored.get(key)
  const source = message.source ?? numbering.source
  const claimed = numberKeyOf({ ...message, source: source || (stored?.source ?? '') })
  return { message, account, key, stored, source, claimed, holder: findOtherHolder(holdings, claimed, account.id) }
}

function planMessage(state: PlanState, messageCase: MessageCase): void {
  const { plan, numbering } = state
  const { message, stored, holder } = messageCase
  const addProblems = (list: 'rejected' | 'warnings', problems: Problem[]) => {
    if (problems.length > 0) plan[list].push({ line: message.line, problems })
  }
  const decision = decide(state, messageCase)
  if ('problems' in decision) {
    addProblems('rejected', decision.problems)
    return
  }
  const { outcome, document } = decision
  plan.outcomes.set(outcome, (plan.outcomes.get(outcome) ?? 0) + 1)
  if (outcome === 'stale') {
    addProblems('warnings', withdrawnWarnings(message, stored ? undefined : formerDocumentIn(state, messageCase)))
    return
  }
  plan.current.push(message)
  const takesNumber = holder !== undefined && numbering.numberedBy === 'supplier'
  if (stored && takesNumber) addProblems('warnings', [heldTwiceWarning(message, holder.account)])
  if (!document) return
  addProblems('warnings', decision.warnings ?? [])
  if (!stored && takesNumber) {
    removeFromHolder(state, messageCase, holder)
    addProblems('warnings', [movedWarning(holder.account, messageCase.account.number)])
  }
  addDocument(state, messageCase, document)
}

const formerDocumentIn = ({ holdings }: PlanState, { claimed, account }: MessageCase) =>
  findFormerDocument(holdings, claimed, account.id)

type Decision =
  | { problems: Problem[] }
  | { outcome: Outcome; document: PreparedDocument; warnings: Problem[] }
  | { outcome: Outcome; document?: undefined; warnings?: undefined }

/** What a message leads to: nothing, when it says nothing new, or the whole document that is to be written. */
function decide(state: PlanState, messageCase: MessageCase): Decision {
  const { message, account, stored, source, holder } = messageCase
  if (stored && areDifferentSources(source, stored.source, state.numbering)) {
    return { problems: [numberConflictProblem(message, account.number, source, stored.source)] }
  }
  if (
    holder &&
    !stored &&
    state.numbering.numberedBy === 'supplier' &&
    state.accountIds?.has(holder.accountId) === false
  )
    return { problems: [heldElsewhereProblem(message)] }
  const outcome = stored
    ? compareWithStored(message, stored, { source, now: state.now })
    : outcomeOfNew(state, messageCase)
  if (outcome === 'unchanged' || outcome === 'stale') return { outcome }
  const existing = stored ?? (outcome === 'updated' ? holder : undefined)
  const base =
    state.written.get(currentKey(messageCase))?.document.content ?? (existing && state.bases.get(existing.id))
  const completed = base
    ? completePartial(message, base, !stored)
    : completeWithoutBase(message, existing !== undefined)
  if ('problems' in completed) return completed
  return 'unchanged' in completed ? { outcome: 'unchanged' } : { outcome, ...completed }
}

/**
 * Whether two sources are certainly two companies of the supplier. A seller may be identified by its name here and by a
 * number there; two different company or VAT numbers are two sellers.
 */
function areDifferentSources(source: string, stored: string, { bySeller }: Numbering): boolean {
  if (source === '' || stored === '' || source === stored) return false
  const [kind] = /^(LEGAL|VAT) /.exec(source) ?? []
  return !bySeller || (kind !== undefined && stored.startsWith(kind))
}

/** The key under which the document is known: in the message's account or in the one that has its number. */
const currentKey = ({ key, stored, holder }: MessageCase) =>
  stored || !holder ? key : documentKey(holder.accountId, holder.type, holder.number)

/** The outcome of a message whose account does not have the document: it may have lost it, or another may have it. */
function outcomeOfNew(state: PlanState, messageCase: MessageCase): Outcome {
  const { message, holder, claimed } = messageCase
  const former = formerDocumentIn(state, messageCase)
  if (former && isTooLate(message, former)) return 'stale'
  if (state.numbering.numberedBy === 'customer') return 'created'
  if (holder) return isOlder(message, holder, state.now) ? 'stale' : 'updated'
  return formerSupplierDocuments(state.holdings, claimed).some((lost) => isOlder(message, lost, state.now))
    ? 'stale'
    : 'created'
}

/** A message of whose document nothing is stored: it is new, or a dry run invented it. */
function completeWithoutBase(message: PreparedDocument, isKnown: boolean): CompletionResult {
  const { part, content, account, type, number } = message
  if (!part || isKnown) return { document: message, warnings: [] }
  if (part.isExplicit) {
    const text = `Account ${account} has no ${number} among its ${type} of which this could be a part. Send the document whole first.`
    return { problems: [{ path: '$.number', message: text }] }
  }
  const problems = missingCurrencyProblems(content)
  return problems.length > 0 ? { problems } : { document: message, warnings: warningsOf(content) }
}

/** Plans to take the document from the account that has it. */
function removeFromHolder(
  { holdings, plan, written }: PlanState,
  { message, account }: MessageCase,
  holder: Holder,
): void {
  const { type } = message
  const { accountId, id, key: numberKey, number, source, isCredit, modifiedAt } = holder
  const key = documentKey(accountId, type, number)
  const planned = written.get(key)
  written.delete(key)
  holdings.stored.delete(key)
  removeHolder(holdings, holder)
  if (!planned?.isNew) {
    plan.removed.push({ accountId, account: holder.account, id, type, number, to: account.number })
  }
  const former: FormerDocument = {
    ...{ key: numberKey, type, number: withoutCreditNoteMark(number), source, isCredit },
    ...{ accountId, numberedBy: 'supplier', modifiedAt, until: message.modifiedAt, withdrawnAt: undefined },
  }
  addFormerDocument(holdings, former)
  plan.former.push(former)
}

/** Plans to write a document. */
function addDocument(state: PlanState, messageCase: MessageCase, document: PreparedDocument): void {
  const { holdings, written, newId } = state
  const { key, account, stored, holder, claimed } = messageCase
  const earlier = written.get(key)
  const id = stored?.id ?? newId()
  const isNew = earlier ? earlier.isNew : stored === undefined
  const passed = earlier ? [...earlier.passed, earlier.document] : []
  // A number that two accounts have had since before numbers could move stays with both.
  const numbering = stored && holder ? stored : { source: claimed.source, numberedBy: state.numbering.numberedBy }
  const { source, numberedBy } = numbering
  const { id: accountId, searchKey } = account
  written.set(key, { accountId, searchKey, id, isNew, document, passed, numbering: { source, numberedBy } })
  const { hash, modifiedAt } = document
  const isCredit = document.row.invoiceKind === '381'
  holdings.stored.set(key, { id, hash, modifiedAt, source, numberedBy, isCredit })
  const numberKey = numberKeyOf({ ...document, source })
  if (numberedBy === 'supplier')
    addHolder(holdings, { accountId, account: account.number, id, modifiedAt, ...numberKey })
  const former = findFormerDocument(holdings, numberKey, accountId)
  if (former) restoreFormer(state, former)
}

/** Notes that an account that had lost the document has it again. */
function restoreFormer({ holdings, plan }: PlanState, former: FormerDocument): void {
  removeFormerDocument(holdings, former)
  plan.former = plan.former.filter((entry) => entry !== former)
  plan.back.push(former)
}
