import { isToldByToast } from '../api/report-error.ts'
import { t } from './text.ts'

/**
 * Why a call failed, for where the person called: the server's sentence, or ours when it has sent none. Null when a toast
 * says it, or nobody has to be told.
 */
export function failureText(error: unknown): string | null {
  const { status, message } = (error ?? {}) as { status?: unknown; message?: string }
  if (typeof status !== 'number' || isToldByToast(status)) return null
  return message || t(status < 500 ? 'state.error.text' : 'state.unavailable.text')
}
