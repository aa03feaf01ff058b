import { FileSpreadsheet, FileText, Printer } from 'lucide-react'
import type { ExportFormat } from '#contract/documents/downloads.ts'
import { type ListSearch, queryParameters } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { t } from '#web/ui/text.ts'
import type { Column } from '../columns/columns.tsx'
import { listExport } from './export.ts'
import { startTransfer } from './transfers.ts'

type ExportPanelProps = {
  type: DocumentType
  search: ListSearch
  columns: readonly Column[]
  total: number | null
  close: () => void
}

/** Exports exactly this list as a file, or prints it. */
export function ExportPanel({ type, search, columns, total, close }: ExportPanelProps) {
  const startExport = (format: ExportFormat) => {
    close()
    startTransfer(listExport(type, format, columns, queryParameters(search), search, total))
  }
  // The panel must be closed before the page is laid out for print.
  const print = () => {
    close()
    requestAnimationFrame(() => window.print())
  }
  const choices = [
    { name: 'csv', icon: FileText, act: () => startExport('csv') },
    { name: 'xlsx', icon: FileSpreadsheet, act: () => startExport('xlsx') },
    { name: 'print', icon: Printer, act: print },
  ] as const
  return (
    <ul className="-m-2">
      {choices.map(({ name, icon: Icon, act }) => (
        <li key={name}>
          <button
            type="button"
            onClick={act}
            className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-1.5 text-start hover:bg-hover"
          >
            <Icon aria-hidden size={20} className="shrink-0 text-muted" />
            <span>
              <span className="block font-medium">{t(`export.${name}`)}</span>
              <span className="block text-sm text-muted">{t(`export.${name}.text`)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
