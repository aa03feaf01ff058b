import { documentTypes } from '../values.ts'
import { type RequestKind, type RequestState, requestRules } from './rules.ts'

/* Who writes about what in a conversation, and what becomes of a request by it. */

/** Who writes in a conversation. */
export const conversationSides = ['customer', 'supplier'] as const
/**
 * What the supplier may say with an answer: it waits again, is taken up, a question comes back, it is decided, answered
 * or closed.
 */
export const answerOutcomes = ['open', 'taken', 'asked', 'accepted', 'declined', 'answered', 'closed'] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]
/** What a conversation is about: a document, or the account as a whole. */
export const requestSubjects = [...documentTypes, 'account'] as const
export type RequestSubject = (typeof requestSubjects)[number]

/** The states out of which a request can be closed: before, it can be taken back. */
export const closableStates = ['taken', 'asked', 'answered'] as const satisfies readonly RequestState[]
const reopenableStates: readonly string[] = ['answered', 'declined', 'closed'] satisfies RequestState[]

/**
 * Whether requests of a kind can be closed and opened again. One that excludes others cannot: another of its group may
 * have been made meanwhile.
 */
export function isClosable(kind: RequestKind): boolean {
  if (kind === 'ask' || kind === 'enquire' || kind === 'adviseRemittance') return true
  // The quantities of one that was closed could be asked for again, and then be opened once more.
  if (kind === 'returnGoods') return false
  return !('exclusiveGroup' in requestRules[kind])
}

/**
 * Whether a request is neither closed nor opened again, only written about: a claim or a dispute that was declined counts
 * no more, and beside another that was made in its place both would count.
 */
export const staysDeclined = (kind: RequestKind, state: string): boolean =>
  state === 'declined' && (kind === 'claim' || kind === 'dispute')

/** Whether a request in a state is opened again when a member writes about it. */
export const isReopenable = (kind: RequestKind, state: string): boolean =>
  isClosable(kind) && reopenableStates.includes(state) && !staysDeclined(kind, state)

/** Minutes within which a member can correct a message or a question. */
export const correctionMinutes = 15

/** Why words can no longer be corrected: too much time has passed, or the supplier has written since; null: they can. */
export function correctionHindrance(
  { at, answeredAt }: { at: string; answeredAt: string | undefined },
  now: number,
): 'late' | 'answered' | null {
  if (answeredAt !== undefined && Date.parse(answeredAt) >= Date.parse(at)) return 'answered'
  return now - Date.parse(at) > correctionMinutes * 60_000 ? 'late' : null
}
/** The longest message, in characters. */
export const maxMessageLength = 4000
/** The most colleagues that a message can name. */
export const maxMentions = 20

const portalNumbers = /^(ENQ|RA)-[0-9A-HJKMNP-TV-Z]{8}$/

/** Whether a number is one that the portal gives to enquiries and remittance advices: no document stands behind it. */
export const isPortalNumber = (number: string): boolean => portalNumbers.test(number)

/** Days after which what one side wrote is new to nobody on the other. */
export const newForDays = 30
