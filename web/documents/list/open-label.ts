import { statusesOf } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { t } from '#web/ui/text.ts'

/** The label for all open documents: unpaid invoices; longer where a single status is called open too. */
export function openLabel(type: DocumentType): string {
  if (type === 'invoices') return t('list.tab.unpaid')
  return statusesOf(type).includes('open') ? t('list.tab.allOpen') : t('list.tab.open')
}
