import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { formatDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** Since when a document waits for the supplier; undefined when nothing was asked. */
export const actText = ({ act }: DocumentRow): string | undefined =>
  act?.kind ? t('act.row', { date: formatDate(act.at) }) : undefined
