import type { ErrorCode, TranslatableText, UntranslatedFieldError } from '#contract/errors.ts'
import { PortalError } from '#contract/errors.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { IntakeOptions } from './intake.ts'

/* The messages between the server and its intake thread; each call has a number. */

/** `content` is what is sent, unless it is a stream, whose chunks follow. */
export type IntakeWork = {
  format: string
  content: Uint8Array | undefined
  options: Omit<IntakeOptions, 'takeTurn'>
  takesTurns: boolean
}

/**
 * To the thread: a call; the next chunk of its body, its end, or that it broke off; that a turn begins or is refused.
 */
export type MessageToThread = { call: number } & (
  | { work: IntakeWork }
  | { chunk: Uint8Array }
  | { end: true }
  | { broken: string }
  | { turn: 'begins' }
  | { turn: 'refused'; error: SerialisedError }
)

/** From the thread: it can take more of the body; it needs a turn, or its turn is over; the outcome of the call. */
export type MessageFromThread = { call: number } & (
  | { more: true }
  | { turn: 'needed' | 'over' }
  | { report: IngestReport }
  | { error: SerialisedError }
)

/** An error as it passes between threads. */
export type SerialisedError =
  | {
      portal: true
      code: ErrorCode
      words: string | TranslatableText
      errors?: readonly UntranslatedFieldError[]
      retryAfter?: number
    }
  | { portal: false; message: string; code?: string; stack?: string }

/** An error in a form that can be sent to another thread. */
export function serialiseError(error: unknown): SerialisedError {
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

/** The error that another thread sent. */
export function deserialiseError(serialised: SerialisedError): Error {
  if (serialised.portal) return new PortalError(serialised.code, serialised.words, serialised)
  const error = new Error(serialised.message)
  if (serialised.stack !== undefined) error.stack = serialised.stack
  return serialised.code === undefined ? error : Object.assign(error, { code: serialised.code })
}
