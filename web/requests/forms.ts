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
import { normaliseDecimal } from './decimal.ts'

/** A question that is only asked while another, a choice, has one of these values. */
type Condition = { name: string; values: readonly string[] }
/** One question of a form. `lines` asks for lines of the document: alone, or each with a quantity or a problem. */
export type FormQuestion =
  | {
      name: string
      control: 'text' | 'date' | 'amount'
      required?: boolean
      begin?: 'person' | 'today' | 'open'
      when?: Condition
    }
  | { name: string; control: 'words'; required?: boolean; when?: Condition }
  | {
      name: string
      control: 'choice'
      choices: readonly string[]
      when?: Condition
      /** It only decides which questions follow: their answers say what was chosen. */
      notSent?: true
    }
  | { name: string; control: 'tick' }
  | { name: 'lines'; control: 'lines'; with: 'nothing' | 'quantity' | 'problem'; when?: Condition }

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
  requestChange: [{ name: 'requestedDate', control: 'date' }, { name: 'address', control: 'words' }, note],
  requestCancellation: [
    { name: 'reason', control: 'choice', choices: cancellationReasons },
    { name: 'lines', control: 'lines', with: 'nothing' },
    note,
  ],
  reorder: [{ name: 'lines', control: 'lines', with: 'quantity' }, { name: 'requestedDate', control: 'date' }, note],
  answerHold: [requiredNote],
  instructDelivery: [
    { name: 'instruction', control: 'choice', choices: deliveryInstructions },
    { name: 'address', control: 'words', required: true, when: { name: 'instruction', values: ['deliver_elsewhere'] } },
    { name: 'requestedDate', control: 'date', when: { name: 'instruction', values: withDate } },
    { name: 'timeOfDay', control: 'choice', choices: timesOfDay, when: { name: 'instruction', values: withDate } },
    note,
  ],
  trace: [note],
  confirmReceipt: [
    { name: 'receivedOn', control: 'date', required: true, begin: 'today' },
    { name: 'receivedBy', control: 'text', required: true, begin: 'person' },
    { name: 'complete', control: 'tick' },
    note,
  ],
  claim: [{ name: 'lines', control: 'lines', with: 'problem' }, note],
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
const kindsWithOptionalLines: readonly DocumentRequestKind[] = ['requestCancellation']

/** The questions of a form, given the choices made so far: a choice that was not touched has its first value. */
export function shownQuestions(
  kind: DocumentRequestKind,
  choiceOf: (name: string) => string | undefined,
): readonly FormQuestion[] {
  const questions = requestForms[kind]
  const chosenValue = (name: string) => {
    const question = questions.find((candidate) => candidate.name === name)
    return choiceOf(name) ?? (question?.control === 'choice' ? question.choices[0] : undefined) ?? ''
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
    const { name } = question
    if (question.control === 'tick') content[name] = data.get(name) !== null
    else if (question.control === 'lines') {
      const lines = parseLines(data, question.with)
      if (lines.length > 0) content[name] = lines
      missing.push(...missingLineFields(kind, question.with, data))
    } else {
      const text = typedText(question, data)
      if (text !== '') content[name] = text
      else if ('required' in question && question.required) missing.push(name)
    }
  }
  return { content, missing }
}

/** The questions that were shown, without those that only decide which others are. */
function sentQuestions(kind: DocumentRequestKind, data: FormData): readonly FormQuestion[] {
  const shown = shownQuestions(kind, (choice) => data.get(choice)?.toString())
  return shown.filter((question) => !('notSent' in question && question.notSent))
}

function typedText({ name, control }: FormQuestion, data: FormData): string {
  const text = String(data.get(name) ?? '').trim()
  return control === 'amount' ? normaliseDecimal(text) : text
}

/** The name of the field for a line's quantity. */
export const quantityName = (line: unknown) => `quantity ${String(line)}`

/** The names of the missing line fields: `lines` when none is chosen, or the quantity of a problem. */
function missingLineFields(
  kind: DocumentRequestKind,
  lineInput: 'nothing' | 'quantity' | 'problem',
  data: FormData,
): string[] {
  const chosen = data.getAll('line')
  if (chosen.length === 0) return kindsWithOptionalLines.includes(kind) ? [] : ['lines']
  return lineInput === 'problem' ? chosen.map(quantityName).filter((name) => data.get(name) === '') : []
}

function parseLines(data: FormData, lineInput: 'nothing' | 'quantity' | 'problem'): unknown[] {
  return data.getAll('line').map((line) => {
    const quantity = String(data.get(quantityName(line)) ?? '').trim()
    if (lineInput === 'nothing') return line
    if (lineInput === 'quantity') return { line, quantity }
    return { line, kind: String(data.get(`problem ${line}`)), ...(quantity === '' ? {} : { quantity }) }
  })
}

/** An idempotency key: a retry after a lost connection makes no second request. Works without HTTPS too. */
export function createRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
