import { type ExportFormat, exportDocuments, exportSelected } from '#contract/documents/downloads.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import { pathOf } from '#contract/endpoint.ts'
import { stringifySearch } from '#contract/search-parameters.ts'
import type { DocumentType } from '#contract/values.ts'
import { language } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import type { Column } from '../columns/columns.tsx'
import { fieldDefinition } from '../fields.ts'
import type { TransferRequest } from './transfers.ts'

/** An export of more documents than this is large. */
const largeExportFrom = 10_000

/** The order of a list, as a file keeps it: a file has no weeks. */
export type ExportOrder = Pick<ListSearch, 'sort' | 'group'>

const orderOf = ({ sort, group }: ExportOrder) => ({
  ...(sort ? { sort } : {}),
  ...(group === 'status' ? { group } : {}),
})

/** The request for all documents that match a list's filters, as a file; `total` is null when unknown. */
export function listExport(
  type: DocumentType,
  format: ExportFormat,
  columns: readonly Column[],
  filters: Readonly<Record<string, string>>,
  order: ExportOrder,
  total: number | null,
): TransferRequest {
  const query = { format, columns: exportedFields(type, columns).join(','), language, ...filters, ...orderOf(order) }
  const path = `${pathOf(exportDocuments, { type })}${stringifySearch(query)}`
  const name = fileName(type, format)
  return {
    path,
    name,
    failures: transferFailures(name),
    init: { method: 'GET' },
    large: total === null || total > largeExportFrom,
  }
}

/** The request for these documents as a file, in the order of the list. */
export function selectionExport(
  type: DocumentType,
  format: ExportFormat,
  columns: readonly Column[],
  numbers: readonly string[],
  order: ExportOrder,
): TransferRequest {
  const body = JSON.stringify({
    ...{ type, format, numbers, language, columns: exportedFields(type, columns).join(',') },
    ...orderOf(order),
  })
  const init = { method: exportSelected.method, headers: { 'Content-Type': 'application/json' }, body }
  const name = fileName(type, format)
  return { path: exportSelected.path, name, failures: transferFailures(name), init, large: false }
}

/** What is said when a file could not be transferred. */
export const transferFailures = (file: string): TransferRequest['failures'] => ({
  failed: t('transfer.failed', { file }),
  cut: t('transfer.cut', { file }),
})

const fileName = (type: DocumentType, format: ExportFormat) => `${t(`list.title.${type}`)}.${format}`

/** The names of the fields that an export of exactly these columns contains. */
export function exportedFields(type: DocumentType, columns: readonly Column[]): string[] {
  const hasAmounts = columns.some(({ name }) => fieldDefinition(type, name)?.kind === 'money')
  const shown = columns.flatMap(({ fields }) => fields)
  return [...new Set(['number', 'customerReference', 'status', ...shown, ...(hasAmounts ? ['currency'] : [])])]
}
