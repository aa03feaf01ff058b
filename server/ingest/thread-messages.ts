import type { ErrorCode, Fault, Sentence } from '../../contract/errors.ts'
import { PortalError } from '../../contract/errors.ts'
import type { IngestReport } from '../../contract/ingest.ts'
import type { DocumentOptions } from './intake.ts'
import type { UblFile } from './ubl-intake.ts'

/* What the server and its thread for intake say to each other; each call has a number. */

export type Work =
  | ({ kind: 'documents'; takesTurns: boolean } & Omit<DocumentOptions, 'takeTurn'>)
  | ({ kind: 'ubl' } & UblFile)
  | { kind: 'epcis'; content: Uint8Array; dryRun: boolean }

/** To the thread: a call; the next piece of its body, its end, or that it broke off; a turn that may begin, or not. */
export type ToThread = { call: number } & (
  | { work: Work }
  | { chunk: Uint8Array }
  | { end: true }
  | { broken: string }
  | { turn: 'begins' }
  | { turn: 'refused'; error: Thrown }
)

/** From the thread: it is ready for more of the body; a turn is needed, or over; what came of the call. */
export type FromThread = { call: number } & (
  | { more: true }
  | { turn: 'needed' | 'over' }
  | { report: IngestReport }
  | { error: Thrown }
)

/** An error as it passes from one thread to the other. */
export type Thrown =
  | { portal: true; code: ErrorCode; words: string | Sentence; errors?: readonly Fault[]; retryAfter?: number }
  | { portal: false; message: string; code?: string; stack?: string }

/** An error in a form that can be sent. */
export function thrown(error: unknown): Thrown {
  if (error instanceof PortalError) {
    const { code, words, errors, retryAfter } = error
    return {
      portal: true,
      code,
      words,
      ...(errors ? { errors } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    }
  }
  if (!(error instanceof Error)) return { portal: false, message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    portal: false,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  }
}

/** The error that was sent. */
export function errorOf(sent: Thrown): Error {
  if (sent.portal) return new PortalError(sent.code, sent.words, sent)
  const error = new Error(sent.message)
  if (sent.stack !== undefined) error.stack = sent.stack
  return sent.code === undefined ? error : Object.assign(error, { code: sent.code })
}
