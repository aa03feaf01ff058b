import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { formatDate, localDate } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** The day on which the customer answered what a document waits for; undefined while nobody has, or the supplier has agreed. */
export const actText = ({ act }: DocumentRow): string | undefined =>
  act?.kind ? t('act.row', { date: formatDate(localDate(new Date(act.at))) }) : undefined
