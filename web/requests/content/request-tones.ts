import type { Tone } from '#contract/documents/definition.ts'
import type { RequestState } from '#contract/requests/rules.ts'

/** The tone in which the state of a request is shown. */
export const requestTones: Readonly<Record<RequestState, Tone>> = {
  open: 'info',
  taken: 'progress',
  asked: 'warn',
  colleagues: 'progress',
  accepted: 'good',
  declined: 'bad',
  answered: 'good',
  closed: 'neutral',
  withdrawn: 'neutral',
}
