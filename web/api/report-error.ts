import type { MessageKey } from '#contract/message-keys.ts'
import { isToldByToast, standardFailure } from '#contract/values/failures.ts'
import { SessionEnded, Unreachable } from './session.ts'

/**
 * A message for the person about a reply: a title from the catalogue, and the server's own sentence where there is one.
 */
export type Report = {
  tone: 'good' | 'warn' | 'bad'
  title: MessageKey | null
  text: string | null
  /** The text where the server has sent no sentence of its own. */
  standard?: MessageKey
}

type RefusedCall = { status: number; message: string }

/** The report for a successful reply, by its status and content; null for most replies. */
export function replyReport(status: number, method: string, content: unknown): Report | null {
  if (status === 204) return { tone: 'warn', title: 'toast.noContent', text: null }
  if (status !== 200 && status !== 201) return null
  const { TwoFactor, message } = (content ?? {}) as { TwoFactor?: unknown; message?: unknown }
  if (typeof message !== 'string') return null
  if (TwoFactor) return { tone: 'warn', title: null, text: message }
  return method === 'GET' ? null : { tone: 'good', title: 'toast.success', text: message }
}

/** The report for a failed call; null when the caller or the session deals with it. */
export function errorReport(error: unknown): Report | null {
  if (error instanceof SessionEnded) return null
  if (error instanceof Unreachable) return { tone: 'bad', title: 'toast.error', text: null, standard: 'toast.network' }
  const { status, message } = error as Partial<RefusedCall>
  if (status === 429) return { tone: 'warn', title: 'toast.tooMany', text: null }
  return status && isToldByToast(status) ? { tone: 'bad', title: 'toast.error', text: message ?? null } : null
}

/**
 * The report for a failed write: whatever the status, the person learns that it failed. Null when they cancelled it
 * themselves, or the session deals with it.
 */
export function failedWriteReport(error: unknown): Report | null {
  const report = errorReport(error)
  if (report || error instanceof SessionEnded || error instanceof DOMException) return report
  const { status, message } = error as Partial<RefusedCall>
  const hasStatus = typeof status === 'number'
  const standard = hasStatus ? standardFailure(status) : 'error.text'
  return { tone: 'bad', title: 'toast.error', text: (hasStatus && message) || null, standard }
}

const listeners = new Set<(report: Report) => void>()

/** Calls `listener` with each report, until the returned function is called; the app shows reports as toasts. */
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
