import {
  cancellationReasons,
  type DocumentRequestKind,
  deliveryInstructions,
  disputeExtents,
  disputeReasons,
  rejectionReasons,
  requestedActions,
  timesOfDay,
} from '#contract/requests/rules.ts'
import { normaliseDecimal, readingsOf } from '../ui/fields/decimal.ts'
import { attachedFiles } from './attached-files.ts'
import { type LineInput, missingLineFields, numberFields, parseLines } from './line-fields.ts'

/** A question that is only asked while another, a choice, has one of these values. */
type Condition = { name: string; values: readonly string[] }
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

/** The names of the fields in which a number can be read in two ways. */
export function ambiguousFields(kind: DocumentRequestKind, data: FormData): string[] {
  return sentQuestions(kind, data).flatMap((question) => ambiguousIn(question, data))
}

function ambiguousIn(question: FormQuestion, data: FormData): string[] {
  const names =
    question.control === 'lines'
      ? numberFields(data, question.with)
      : question.control === 'amount'
        ? [question.name]
        : []
  return names.filter((name) => data.getAll(name).some((text) => readingsOf(String(text)) !== null))
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
    const left = ambiguousIn(question, data).length > 0 ? [] : missingLineFields(kind, question.with, data)
    return { value: lines.length > 0 ? lines : undefined, left }
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
