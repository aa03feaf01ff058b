import { documentTypes } from '#contract/values.ts'
import { t } from '#web/ui/text.ts'

/** A document by its type, where that is known, and its number. */
export function documentTitle(type: string | null, number: string): string {
  const known = documentTypes.find((one) => one === type)
  return known ? t('intake.document', { type: t(`intake.type.${known}`), number }) : number
}
