import { ownNumber } from '../../contract/documents/numbers.ts'
import type { IngestDocument } from '../../contract/ingest.ts'
import type { Account } from './accounts-queries.ts'
import { type Completed, complete } from './complete.ts'
import { doubtsOf } from './doubts.ts'
import { currencyFaults } from './faults.ts'
import {
  compared,
  type Former,
  forgetFormer,
  formerOf,
  type Holder,
  type Holdings,
  heldElsewhere,
  hold,
  isOlder,
  isTooLate,
  type Known,
  keyOf,
  letGo,
  type NumberKey,
  noteFormer,
  numberKeyOf,
  type Removed,
  stoodElsewhere,
} from './holdings.ts'
import type { Numbering, Problem } from './incoming.ts'
import { elsewhere, sameNumber, standsTwice, withdrawn } from './place-words.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './report.ts'
import type { Placed } from './write-queries.ts'

/** What one batch comes to: which documents are written, which leave their account, and what is said of its messages. */
export type Placement = {
  written: Placed[]
  removed: Removed[]
  /** What is noted of accounts that lost a document, and of which of them it is noted no more: it came back. */
  former: Former[]
  back: Former[]
  /** Messages that were not too late. */
  current: Prepared[]
  outcomes: Map<Outcome, number>
  rejected: { line: number; problems: Problem[] }[]
  /** What is to be looked at; there may be several of one message. */
  warnings: { line: number; problems: Problem[] }[]
}

/** What is stored: `bases` are the documents of which a part may arrive, by id. */
export type Shelf = {
  holdings: Holdings
  bases: ReadonlyMap<string, IngestDocument>
  numbering: Numbering
}

/** Those of a batch that change a part of a known document: their documents, wherever they stand. */
export function partsOf(batch: readonly Prepared[], accounts: ReadonlyMap<string, Account>, holdings: Holdings) {
  const parts = new Map<string, { accountId: string; id: string }>()
  for (const message of batch) {
    const accountId = accounts.get(message.account)?.id
    if (accountId === undefined || !message.part) continue
    const stored = holdings.stored.get(keyOf(accountId, message.type, message.number))
    if (stored?.hash.equals(message.hash)) continue
    const holder = heldElsewhere(holdings, numberKeyOf({ ...message, source: message.source ?? '' }), accountId)
    if (stored) parts.set(stored.id, { accountId, id: stored.id })
    else if (holder) parts.set(holder.id, holder)
  }
  return [...parts.values()].map(({ accountId, id }) => ({ accountId, id }))
}

type State = Shelf & {
  newId: () => string
  now: number
  written: Map<string, Placed>
  placement: Omit<Placement, 'written'>
}

/** A message beside what is known of its document. */
type Case = {
  message: Prepared
  account: Account
  key: string
  /** As its account has it. */
  stored: Known | undefined
  source: string
  claimed: NumberKey
  /** Another account that has its number. */
  holder: Holder | undefined
}

/**
 * Compares each message with what is stored, in the order of the file: the same content is unchanged, what is older than
 * the stored is stale, and of several messages about one document in a batch the last that is not stale is written; those
 * that it passed are kept for the story of what changed. A part of a document becomes the whole one. A number of the
 * supplier's own that another account has moves.
 * The holdings are brought up to date. `now` in milliseconds.
 */
export function place(
  batch: readonly Prepared[],
  accounts: ReadonlyMap<string, Account>,
  shelf: Shelf,
  { newId, now }: { newId: () => string; now: number },
): Placement {
  const placement = {
    ...{ removed: [], former: [], back: [], current: [], outcomes: new Map(), rejected: [], warnings: [] },
  } as Omit<Placement, 'written'>
  const state: State = { ...shelf, newId, now, written: new Map(), placement }
  for (const message of batch) {
    const account = accounts.get(message.account)
    if (account) placeOne(state, caseOf(state, message, account))
  }
  return { ...placement, written: [...state.written.values()] }
}

function caseOf({ holdings, numbering }: State, message: Prepared, account: Account): Case {
  const key = keyOf(account.id, message.type, message.number)
  const stored = holdings.stored.get(key)
  const source = message.source ?? numbering.source
  const claimed = numberKeyOf({ ...message, source: source || (stored?.source ?? '') })
  return { message, account, key, stored, source, claimed, holder: heldElsewhere(holdings, claimed, account.id) }
}

function placeOne(state: State, one: Case): void {
  const { placement, numbering } = state
  const { message, stored, holder } = one
  const say = (list: 'rejected' | 'warnings', problems: Problem[]) => {
    if (problems.length > 0) placement[list].push({ line: message.line, problems })
  }
  const judged = judge(state, one)
  if ('problems' in judged) {
    say('rejected', judged.problems)
    return
  }
  const { outcome, document } = judged
  placement.outcomes.set(outcome, (placement.outcomes.get(outcome) ?? 0) + 1)
  if (outcome === 'stale') {
    say('warnings', withdrawn(message, stored ? undefined : formerIn(state, one)))
    return
  }
  placement.current.push(message)
  const claims = holder !== undefined && numbering.numberedBy === 'supplier'
  if (stored && claims) say('warnings', [standsTwice(message, holder.account)])
  if (!document) return
  say('warnings', judged.warnings ?? [])
  if (!stored && claims) {
    leave(state, one, holder)
    say('warnings', [elsewhere(holder.account, one.account.number)])
  }
  write(state, one, document)
}

const formerIn = ({ holdings }: State, { claimed, account }: Case) => formerOf(holdings, claimed, account.id)

type Judged =
  | { problems: Problem[] }
  | { outcome: Outcome; document: Prepared; warnings: Problem[] }
  | { outcome: Outcome; document?: undefined; warnings?: undefined }

/** What comes of a message: nothing, when it says nothing new, or the whole document that is to be written. */
function judge(state: State, one: Case): Judged {
  const { message, account, stored, source, holder } = one
  if (stored && areApart(source, stored.source, state.numbering)) {
    return { problems: [sameNumber(message, account.number, source, stored.source)] }
  }
  const outcome = stored ? compared(message, stored, { source, now: state.now }) : arriving(state, one)
  if (outcome === 'unchanged' || outcome === 'stale') return { outcome }
  const known = stored ?? (outcome === 'updated' ? holder : undefined)
  const base = state.written.get(keyIn(one))?.document.content ?? (known && state.bases.get(known.id))
  const whole = base ? complete(message, base, !stored) : unbased(message, known !== undefined)
  if ('problems' in whole) return whole
  return 'unchanged' in whole ? { outcome: 'unchanged' } : { outcome, ...whole }
}

/**
 * Whether two sources are two companies of the supplier beyond doubt. A seller may be called by its name here and by a number there;
 * two registers' or tax numbers are two sellers.
 */
function areApart(source: string, stored: string, { bySeller }: Numbering): boolean {
  if (source === '' || stored === '' || source === stored) return false
  const [kind] = /^(LEGAL|VAT) /.exec(source) ?? []
  return !bySeller || (kind !== undefined && stored.startsWith(kind))
}

/** Where the document of a case stands, of its own account or of the one that has its number. */
const keyIn = ({ key, stored, holder }: Case) =>
  stored || !holder ? key : keyOf(holder.accountId, holder.type, holder.number)

/** What a message comes to whose account does not have the document: it may have had it, or another may have it. */
function arriving(state: State, one: Case): Outcome {
  const { message, holder, claimed } = one
  const former = formerIn(state, one)
  if (former && isTooLate(message, former)) return 'stale'
  if (state.numbering.numberedBy === 'customer') return 'created'
  if (holder) return isOlder(message, holder, state.now) ? 'stale' : 'updated'
  return stoodElsewhere(state.holdings, claimed).some((lost) => isOlder(message, lost, state.now)) ? 'stale' : 'created'
}

/** A message beside which nothing is stored: its document is new, or invented by a dry run. */
function unbased(message: Prepared, isKnown: boolean): Completed {
  const { part, content, account, type, number } = message
  if (!part || isKnown) return { document: message, warnings: [] }
  if (part.isSaid) {
    const text = `Account ${account} has no ${number} among its ${type} of which this could be a part. Send the document whole first.`
    return { problems: [{ path: '$.number', message: text }] }
  }
  const problems = currencyFaults(content)
  return problems.length > 0 ? { problems } : { document: message, warnings: doubtsOf(content) }
}

/** Takes the document from the account that has it. */
function leave({ holdings, placement, written }: State, { message, account }: Case, holder: Holder): void {
  const { type } = message
  const { accountId, id, key: numberKey, number, source, isCredit, modifiedAt } = holder
  const key = keyOf(accountId, type, number)
  const unwritten = written.get(key)
  written.delete(key)
  holdings.stored.delete(key)
  letGo(holdings, holder)
  if (!unwritten?.isNew) {
    placement.removed.push({ accountId, account: holder.account, id, type, number, to: account.number })
  }
  const former: Former = {
    ...{ key: numberKey, type, number: ownNumber(number), source, isCredit },
    ...{ accountId, numberedBy: 'supplier', modifiedAt, until: message.modifiedAt, withdrawnAt: undefined },
  }
  noteFormer(holdings, former)
  placement.former.push(former)
}

/** Notes the document that is to be written. */
function write(state: State, one: Case, document: Prepared): void {
  const { holdings, written, newId } = state
  const { key, account, stored, holder, claimed } = one
  const before = written.get(key)
  const id = stored?.id ?? newId()
  const isNew = before ? before.isNew : stored === undefined
  const passed = before ? [...before.passed, before.document] : []
  // A number that stands with two accounts since before it could move stays with both.
  const kept = stored && holder ? stored : { source: claimed.source, numberedBy: state.numbering.numberedBy }
  const { source, numberedBy } = kept
  const { id: accountId, searchKey } = account
  written.set(key, { accountId, searchKey, id, isNew, document, passed, numbering: { source, numberedBy } })
  const { hash, modifiedAt } = document
  const isCredit = document.row.invoiceKind === '381'
  holdings.stored.set(key, { id, hash, modifiedAt, source, numberedBy, isCredit })
  const named = numberKeyOf({ ...document, source })
  if (numberedBy === 'supplier') hold(holdings, { accountId, account: account.number, id, modifiedAt, ...named })
  const lost = formerOf(holdings, named, accountId)
  if (lost) comeBack(state, lost)
}

/** An account that had lost the document has it again. */
function comeBack({ holdings, placement }: State, lost: Former): void {
  forgetFormer(holdings, lost)
  placement.former = placement.former.filter((one) => one !== lost)
  placement.back.push(lost)
}
