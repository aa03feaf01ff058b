import { failedWriteReport, isToldByToast } from '../api/report-error.ts'
import { t } from './text.ts'

/**
 * Why a call failed, for where the person called: the server's sentence, or ours when it has sent none. Null when a toast
 * says it, or nobody has to be told.
 */
export function failureText(error: unknown): string | null {
  const { status } = (error ?? {}) as { status?: number }
  if (!status || isToldByToast(status)) return null
  const { text, standard } = failedWriteReport(error) ?? {}
  return text ?? (standard ? t(standard as 'toast.network') : null)
}
