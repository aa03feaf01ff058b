import type { MessageKey } from '../../contract/messages/en.ts'
import { SessionEnded, Unreachable } from './session.ts'

/** What a person is told about an answer: a title from the catalogue, and the server's own sentence where it has one. */
export type Report = {
  tone: 'good' | 'warn' | 'bad'
  title: MessageKey | null
  text: string | null
  /** Said where the server has given no sentence of its own. */
  standard?: MessageKey
}

type RefusedCall = { status: number; message: string }

/** What an answer that says yes has to tell, by its status and content; most have nothing to tell. */
export function replyReport(status: number, method: string, content: unknown): Report | null {
  if (status === 204) return { tone: 'warn', title: 'toast.noContent', text: null }
  if (status !== 200 && status !== 201) return null
  const { TwoFactor, message } = (content ?? {}) as { TwoFactor?: unknown; message?: unknown }
  if (typeof message !== 'string') return null
  if (TwoFactor) return { tone: 'warn', title: null, text: message }
  return method === 'GET' ? null : { tone: 'good', title: 'toast.success', text: message }
}

/** What a failed call has to tell; null when the caller or the session deals with it. */
export function errorReport(error: unknown): Report | null {
  if (error instanceof SessionEnded) return null
  if (error instanceof Unreachable) return { tone: 'bad', title: 'toast.error', text: null, standard: 'toast.network' }
  const { status, message } = error as Partial<RefusedCall>
  if (status === 429) return { tone: 'warn', title: 'toast.tooMany', text: null }
  if (status === 400 || status === 403 || status === 404 || status === 409)
    return { tone: 'bad', title: 'toast.error', text: message ?? null }
  return null
}

/**
 * What a write that failed has to tell: whatever the status is, nobody is left to guess whether it was done. Null when
 * the person gave up themselves, or the session deals with it.
 */
export function failedWriteReport(error: unknown): Report | null {
  const report = errorReport(error)
  if (report || error instanceof SessionEnded || error instanceof DOMException) return report
  const { status, message } = error as Partial<RefusedCall>
  const hasStatus = typeof status === 'number'
  const standard = !hasStatus ? 'error.text' : status >= 500 ? 'state.unavailable.text' : 'state.error.text'
  return { tone: 'bad', title: 'toast.error', text: (hasStatus && message) || null, standard }
}

const listeners = new Set<(report: Report) => void>()

/** Calls `listener` with each report; the app shows them as toasts. */
export function onReport(listener: (report: Report) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(report: Report | null): void {
  if (report) for (const listener of listeners) listener(report)
}

export function reportReply(status: number, method: string, content: unknown): void {
  publish(replyReport(status, method, content))
}

export function reportError(error: unknown): void {
  publish(errorReport(error))
}

export function reportFailedWrite(error: unknown): void {
  publish(failedWriteReport(error))
}
