import { compare } from '#contract/money.ts'
import { claimedQuantity } from '#contract/requests/claims.ts'
import {
  cancellationReasons,
  claimKinds,
  type DocumentRequestKind,
  deliveryInstructions,
  disputeExtents,
  disputeReasons,
  rejectionReasons,
  requestedActions,
  timesOfDay,
} from '#contract/requests/rules.ts'
import { attachedFiles } from './attached-files.ts'
import { normaliseDecimal } from './decimal.ts'

type ClaimKind = (typeof claimKinds)[number]
/** A question that is only asked while another, a choice, has one of these values. */
type Condition = { name: string; values: readonly string[] }
/**
 * What is asked of each line that is chosen; `offer`: another quantity or price; `change`: another quantity or date, or
 * several of them as parts. `receipt` asks of every line how many came and how many are damaged.
 */
export type LineInput = 'nothing' | 'quantity' | 'problem' | 'offer' | 'change' | 'receipt'
/** One question of a form. `lines` asks for lines of the document. */
export type FormQuestion =
  | {
      name: string
      control: 'text' | 'date' | 'amount'
      required?: boolean
      begin?: 'person' | 'today' | 'open'
      when?: Condition
    }
  | { name: string; control: 'words' | 'address'; required?: boolean; when?: Condition }
  | {
      name: string
      control: 'choice'
      choices: readonly string[]
      when?: Condition
      /** It only decides which questions follow: their answers say what was chosen. */
      notSent?: true
    }
  | {
      name: string
      control: 'tick'
      /** It begins unset, and is sent only when it is set. */
      begin?: 'unset'
    }
  | { name: string; control: 'colleagues' }
  | { name: 'lines'; control: 'lines'; with: LineInput; when?: Condition }

const note: FormQuestion = { name: 'note', control: 'words' }
const requiredNote: FormQuestion = { name: 'note', control: 'words', required: true }

/** The instructions that happen on a day that the customer can choose. */
const withDate = deliveryInstructions.filter((instruction) => instruction !== 'send_back')

/** The questions for each kind of request, in order. */
export const requestForms: Readonly<Record<DocumentRequestKind, readonly FormQuestion[]>> = {
  accept: [
    { name: 'customerReference', control: 'text' },
    { name: 'signature', control: 'text', required: true, begin: 'person' },
    note,
  ],
  reject: [{ name: 'reason', control: 'choice', choices: rejectionReasons }, note],
  requestRevision: [requiredNote],
  askApproval: [{ name: 'approvers', control: 'colleagues' }, note],
  counterOffer: [{ name: 'lines', control: 'lines', with: 'offer' }, note],
  extendValidity: [{ name: 'requestedDate', control: 'date', required: true }, note],
  notePromise: [note],
  refusePromise: [{ name: 'requestedDate', control: 'date' }, note],
  requestChange: [
    { name: 'requestedDate', control: 'date' },
    { name: 'lines', control: 'lines', with: 'change' },
    { name: 'address', control: 'address' },
    note,
  ],
  requestCancellation: [
    { name: 'reason', control: 'choice', choices: cancellationReasons },
    { name: 'lines', control: 'lines', with: 'nothing' },
    note,
  ],
  reorder: [{ name: 'lines', control: 'lines', with: 'quantity' }, { name: 'requestedDate', control: 'date' }, note],
  answerHold: [{ name: 'confirmed', control: 'tick', begin: 'unset' }, note],
  instructDelivery: [
    { name: 'instruction', control: 'choice', choices: deliveryInstructions },
    {
      name: 'address',
      control: 'address',
      required: true,
      when: { name: 'instruction', values: ['deliver_elsewhere'] },
    },
    { name: 'requestedDate', control: 'date', when: { name: 'instruction', values: withDate } },
    { name: 'timeOfDay', control: 'choice', choices: timesOfDay, when: { name: 'instruction', values: withDate } },
    note,
  ],
  trace: [note],
  confirmReceipt: [
    { name: 'receivedOn', control: 'date', required: true, begin: 'today' },
    { name: 'receivedBy', control: 'text', required: true, begin: 'person' },
    { name: 'complete', control: 'tick' },
    { name: 'lines', control: 'lines', with: 'receipt', when: { name: 'complete', values: ['off'] } },
    note,
  ],
  claim: [{ name: 'lines', control: 'lines', with: 'problem' }, note],
  // It spans several documents, so its form is one of its own: returns/ReturnDrawer.tsx.
  returnGoods: [],
  dispute: [
    { name: 'reason', control: 'choice', choices: disputeReasons },
    { name: 'wanted', control: 'choice', choices: requestedActions },
    { name: 'extent', control: 'choice', choices: disputeExtents, notSent: true },
    { name: 'lines', control: 'lines', with: 'nothing', when: { name: 'extent', values: ['lines'] } },
    { name: 'amount', control: 'amount', required: true, when: { name: 'extent', values: ['amount'] } },
    requiredNote,
  ],
  promisePayment: [{ name: 'payOn', control: 'date', required: true }, note],
  reportPayment: [
    { name: 'paidOn', control: 'date', required: true, begin: 'today' },
    { name: 'amount', control: 'amount', required: true, begin: 'open' },
    { name: 'method', control: 'text' },
    { name: 'reference', control: 'text' },
    note,
  ],
  ask: [requiredNote],
}

/** The kinds for which lines are optional: no line then means the whole document. */
const kindsWithOptionalLines: readonly DocumentRequestKind[] = ['requestCancellation', 'requestChange']

/** The value of a tick, and that of one that was taken away. A tick begins set. */
export const tickValues = { set: 'on', unset: 'off' } as const

/** The questions of a form, given the choices and ticks so far: a choice that was not touched has its first value. */
export function shownQuestions(
  kind: DocumentRequestKind,
  choiceOf: (name: string) => string | undefined,
): readonly FormQuestion[] {
  const questions = requestForms[kind]
  const chosenValue = (name: string) => {
    const question = questions.find((candidate) => candidate.name === name)
    const first = question?.control === 'choice' ? question.choices[0] : tickValues.set
    return choiceOf(name) ?? first ?? ''
  }
  return questions.filter(
    (question) =>
      !('when' in question && question.when) || question.when.values.includes(chosenValue(question.when.name)),
  )
}

/** The content of a form in the shape of the contract, and the names of the fields that are missing. */
export function parseRequestForm(
  kind: DocumentRequestKind,
  data: FormData,
): { content: Record<string, unknown>; missing: string[] } {
  const content: Record<string, unknown> = {}
  const missing: string[] = []
  for (const question of sentQuestions(kind, data)) {
    const { value, left } = answerTo(question, kind, data)
    if (value !== undefined) content[question.name] = value
    missing.push(...left)
  }
  if (kind === 'answerHold' && attachedFiles(data).length > 0) content.filesFollow = true
  const neededField = oneOfNeeded[kind]
  if (neededField && Object.keys(content).length === 0) missing.push(neededField)
  return { content, missing }
}

/** What a form says to a question, undefined for nothing, and the names of the fields that are left out. */
function answerTo(
  question: FormQuestion,
  kind: DocumentRequestKind,
  data: FormData,
): { value: unknown; left: readonly string[] } {
  const { name } = question
  if (question.control === 'tick') {
    const isSet = data.get(name) !== null
    return { value: isSet || question.begin !== 'unset' ? isSet : undefined, left: [] }
  }
  if (question.control === 'colleagues') {
    const chosen = data.getAll(name)
    return { value: chosen, left: chosen.length > 0 ? [] : [name] }
  }
  if (question.control === 'lines') {
    const lines = parseLines(data, question.with)
    return { value: lines.length > 0 ? lines : undefined, left: missingLineFields(kind, question.with, data) }
  }
  const text = typedText(question, data)
  if (text !== '') return { value: text, left: [] }
  return { value: undefined, left: 'required' in question && question.required ? [name] : [] }
}

/** The kinds of which any field is enough, with the one that is named when all are empty. */
const oneOfNeeded: Readonly<Partial<Record<DocumentRequestKind, string>>> = {
  answerHold: 'note',
  refusePromise: 'requestedDate',
}

/** The questions that were shown, without those that only decide which others are. */
function sentQuestions(kind: DocumentRequestKind, data: FormData): readonly FormQuestion[] {
  const isTick = (name: string) => requestForms[kind].some((one) => one.name === name && one.control === 'tick')
  const chosen = (name: string) => data.get(name)?.toString() ?? (isTick(name) ? tickValues.unset : undefined)
  const shown = shownQuestions(kind, chosen)
  return shown.filter((question) => !('notSent' in question && question.notSent))
}

function typedText({ name, control }: FormQuestion, data: FormData): string {
  const text = String(data.get(name) ?? '').trim()
  return control === 'amount' ? normaliseDecimal(text) : text
}

/** The name of the field for a line's quantity. */
export const quantityName = (line: unknown) => `quantity ${String(line)}`

/** The names of the missing line fields: `lines` when none is chosen, else the quantities where something is missing. */
function missingLineFields(kind: DocumentRequestKind, lineInput: LineInput, data: FormData): string[] {
  if (lineInput === 'receipt') return missingOfReceipt(data)
  const chosen = data.getAll('line')
  if (chosen.length === 0) return kindsWithOptionalLines.includes(kind) ? [] : ['lines']
  if (lineInput === 'problem')
    return chosen
      .filter((line) => !isPossibleClaim(claimsOf(data, line), deliveredOf(data, line)))
      .map(claimName('short'))
  const isMissing: Partial<Record<LineInput, (line: unknown) => boolean>> = {
    offer: (line) => Object.keys(wishesOf(data, line)[0] ?? {}).length === 0,
    change: (line) => !isWholeChange(wishesOf(data, line)),
  }
  return chosen.filter((line) => isMissing[lineInput]?.(line) ?? false).map(quantityName)
}

/** What is counted of each line of a delivery. The quantity that was delivered goes with it, to tell what is missing. */
const receiptFields = { received: 'quantity', damaged: 'damaged', delivered: 'delivered' } as const
/** The name of a field of a line of a delivery. */
export const receiptName = (field: keyof typeof receiptFields, line: unknown) =>
  `${receiptFields[field]} ${String(line)}`

/** A receipt that is not complete says of each line how many came, and that something is missing, damaged or otherwise wrong. */
function missingOfReceipt(data: FormData): string[] {
  const counted = data.getAll('line').filter((line) => lineText(data, receiptName('received', line)) === '')
  if (counted.length > 0) return counted.map(quantityName)
  const isAsDelivered = (line: unknown) =>
    Number(lineText(data, receiptName('damaged', line))) === 0 &&
    lineText(data, receiptName('received', line)) === lineText(data, receiptName('delivered', line))
  const hasNote = String(data.get('note') ?? '').trim() !== ''
  return !hasNote && data.getAll('line').every(isAsDelivered) ? data.getAll('line').slice(0, 1).map(quantityName) : []
}

/** The name of the field for how much of a line is missing, damaged, wrong or surplus. */
export const claimName = (kind: ClaimKind) => (line: unknown) => `claimed ${kind} ${String(line)}`

/** What is claimed of a line, without what was left empty. */
const claimsOf = (data: FormData, line: unknown) =>
  claimKinds
    .map((kind) => ({ kind, quantity: lineText(data, claimName(kind)(line)) }))
    .filter(({ quantity }) => quantity !== '' && Number(quantity) !== 0)
const deliveredOf = (data: FormData, line: unknown) => lineText(data, receiptName('delivered', line))

/** Whether something is claimed of a line, in numbers, and no more than was delivered; that is empty when nobody knows it. */
function isPossibleClaim(claims: readonly { kind: ClaimKind; quantity: string }[], delivered: string): boolean {
  const areNumbers = claims.every(({ quantity }) => /^\d{1,12}(\.\d{1,6})?$/.test(quantity))
  if (claims.length === 0 || !areNumbers) return false
  return delivered === '' || compare(claimedQuantity(claims), delivered) <= 0
}

/** The name of the field for another value of a line. */
export const wishName = (field: keyof typeof wishFields, line: unknown) => `${wishFields[field]} ${String(line)}`
const wishFields = { quantity: 'quantity', unitPrice: 'price', requestedDate: 'date', note: 'words' } as const
const decimalWishes: ReadonlySet<string> = new Set(['quantity', 'unitPrice'])

/** What is wanted of a line, part by part, without what was left empty. */
function wishesOf(data: FormData, line: unknown): Record<string, string>[] {
  const parts = Math.max(1, data.getAll(quantityName(line)).length)
  return Array.from({ length: parts }, (_, part) => {
    const typed = (Object.keys(wishFields) as (keyof typeof wishFields)[]).map((field) => {
      const text = String(data.getAll(wishName(field, line))[part] ?? '').trim()
      return [field, decimalWishes.has(field) ? normaliseDecimal(text) : text] as const
    })
    return Object.fromEntries(typed.filter(([, text]) => text !== ''))
  })
}

/** Whether something is wanted of a line, and of each of several parts both quantity and date. */
function isWholeChange(wishes: readonly Record<string, string>[]): boolean {
  return wishes.every((wish) => Object.keys(wish).length >= (wishes.length > 1 ? 2 : 1))
}

const lineText = (data: FormData, name: string) => normaliseDecimal(String(data.get(name) ?? ''))

const parseLines = (data: FormData, lineInput: LineInput): unknown[] =>
  data.getAll('line').flatMap((line) => lineEntries(data, line, lineInput))

/** What is said of a line: several entries when it shall come in parts. */
function lineEntries(data: FormData, line: unknown, lineInput: LineInput): unknown[] {
  if (lineInput === 'nothing') return [line]
  if (lineInput === 'offer' || lineInput === 'change') return wishesOf(data, line).map((wish) => ({ line, ...wish }))
  const quantity = lineText(data, quantityName(line))
  if (lineInput === 'quantity') return [{ line, quantity }]
  if (lineInput === 'problem') return claimsOf(data, line).map((claim) => ({ line, ...claim }))
  const damaged = lineText(data, receiptName('damaged', line))
  return [{ line, received: quantity, ...(Number(damaged) === 0 ? {} : { damaged }) }]
}
