import { isToldByToast, standardFailure } from '#contract/values/failures.ts'
import { t } from '../text.ts'

/**
 * Why a call failed, for where the person called: the server's sentence, or ours when it has sent none. Null when a toast
 * says it, or nobody has to be told.
 */
export function failureText(error: unknown): string | null {
  const { status, message } = (error ?? {}) as { status?: number; message?: string }
  return !status || isToldByToast(status) ? null : message || t(standardFailure(status))
}
