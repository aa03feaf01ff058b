import { useQuery } from '@tanstack/react-query'
import { Banknote, Download, FileSpreadsheet, FileText, X } from 'lucide-react'
import { useState } from 'react'
import {
  downloadDocuments,
  type ExportFormat,
  exportFormats,
  maxDownloadedDocuments,
  maxExportedDocuments,
} from '#contract/documents/downloads.ts'
import { maxRemittedInvoices } from '#contract/requests/rules.ts'
import type { DocumentType } from '#contract/values.ts'
import { useHasPermission } from '#web/api/viewer.ts'
import type { Column } from '#web/documents/columns/columns.tsx'
import { fieldDefinition } from '#web/documents/fields.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { formatBytes } from '#web/ui/format-details.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { language } from '#web/ui/locale.ts'
import { t } from '#web/ui/text.ts'
import { type ExportOrder, exportedFields, listExport, selectionExport, transferFailures } from '../export.ts'
import type { TransferState } from '../transfer-state.ts'
import { endTransfer, startTransfer } from '../transfers.ts'
import { CopyTable } from './CopyTable.tsx'
import type { Selection } from './selection.ts'
import { countSelected, selectionTotals } from './selection-totals.ts'
import { totalsQuery } from './totals-query.ts'

const RemittanceDrawer = lazyComponent(
  () => import('#web/requests/remittance/RemittanceDrawer.tsx'),
  'RemittanceDrawer',
  { failureDisplay: 'message' },
)

type SelectionBarProps = {
  type: DocumentType
  prices: boolean
  columns: readonly Column[]
  order: ExportOrder
  selection: Selection
  /** How many documents match the filters; null when the exact number is unknown. */
  matching: number | null
  transfer: TransferState | null
  onPickAll: () => void
  onClear: () => void
}

/** The selected documents, their total and the actions on them; and the progress of a requested file. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, transfer } = props
  const hasSelection = selection.kind === 'all' || selection.documents.size > 0
  return (
    <section
      aria-label={t('select.region')}
      className="no-print sticky bottom-2 z-10 mt-2 flex flex-col rounded-card border border-border bg-float shadow-float"
    >
      {transfer && <TransferLine state={transfer} />}
      {hasSelection && <SelectionLine {...props} />}
    </section>
  )
}

/** More rows than this are taken along as a file. */
const mostCopied = 2_000

const formatIcons = { csv: FileText, xlsx: FileSpreadsheet } as const

function SelectionLine(props: SelectionBarProps) {
  const { type, prices, columns, order, selection, matching, onPickAll, onClear } = props
  const count = countSelected(selection, matching)
  const sums = useQuery({
    ...totalsQuery(type, selection.kind === 'all' ? selection.filters : {}),
    enabled: prices && selection.kind === 'all' && type !== 'shipments',
  })
  const totals =
    selection.kind === 'all'
      ? (sums.data?.totals ?? []).map(({ currency, gross }) => ({ currency, amount: gross }))
      : selectionTotals(selection)
  const amounts = totals.map(({ currency, amount }) => `${formatAmount(amount, currency)} ${currency}`).join(' · ')
  const tooMany = count === null || count > maxDownloadedDocuments
  const download = () => {
    const selected =
      selection.kind === 'all' ? { filters: selection.filters } : { numbers: [...selection.documents.keys()] }
    const body = JSON.stringify({ type, language, ...selected })
    const init = { method: downloadDocuments.method, headers: { 'Content-Type': 'application/json' }, body }
    const name = `${t(`list.title.${type}`)}.zip`
    startTransfer({
      path: downloadDocuments.path,
      init,
      name,
      failures: transferFailures(name),
      large: (count ?? 0) > 100,
    })
  }
  const fileOf = (format: ExportFormat) =>
    selection.kind === 'all'
      ? listExport(type, format, columns, selection.filters, order, matching)
      : selectionExport(type, format, columns, [...selection.documents.keys()], order)
  const csv = fileOf('csv')
  const tooManyRows = selection.kind === 'some' && selection.documents.size > maxExportedDocuments
  const canSelectAll = selection.kind === 'some' && (matching === null || matching > selection.documents.size)
  return (
    <div className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 max-sm:pe-11">
      <p role="status" className="min-w-0">
        <span className="font-medium">
          {selection.kind === 'some'
            ? t('select.count', { count: selection.documents.size })
            : matching === null
              ? t('select.allChosen.many')
              : t('select.allChosen', { count: formatCount(matching) })}
        </span>
        {/* An inline block: otherwise Arabic letters would join across the gap. */}
        {prices && amounts && (
          <span className="tabular ms-3 inline-block text-muted">{t('select.total', { amounts })}</span>
        )}
      </p>
      {canSelectAll && (
        <Button variant="quiet" size="small" className="max-sm:-ms-3" onClick={onPickAll}>
          {matching === null ? t('select.all.many') : t('select.all', { count: formatCount(matching) })}
        </Button>
      )}
      <div className="ms-auto flex flex-wrap items-center justify-end gap-2 max-sm:-me-7 max-sm:grow max-sm:basis-full">
        {tooMany && (
          <span className="text-sm text-muted">
            {t('select.tooMany', { most: formatCount(maxDownloadedDocuments) })}
          </span>
        )}
        {type === 'invoices' && prices && selection.kind === 'some' && (
          <RemittanceButton numbers={[...selection.documents.keys()]} />
        )}
        <CopyTable
          // What was copied is no longer what is selected once the request is another.
          key={`${csv.path} ${csv.init.body ?? ''}`}
          file={csv}
          kinds={exportedFields(type, columns).map((name) => fieldDefinition(type, name)?.kind)}
          disabled={count === null || count > mostCopied}
        />
        {exportFormats.map((format) => {
          const Icon = formatIcons[format]
          return (
            <Button
              key={format}
              size="small"
              className="max-sm:grow"
              disabled={tooManyRows}
              title={t(`export.${format}.text`)}
              onClick={() => startTransfer(fileOf(format))}
            >
              <Icon aria-hidden size={16} className="text-muted" />
              {t(`export.${format}`)}
            </Button>
          )
        })}
        <Button
          variant="primary"
          size="small"
          className="max-sm:basis-full"
          disabled={tooMany}
          title={t('select.hint')}
          onClick={download}
        >
          <Download aria-hidden size={16} />
          {t('select.download')}
        </Button>
        <IconButton
          label={t('select.clear')}
          tooltip="none"
          className="max-sm:absolute max-sm:end-1 max-sm:top-1"
          onClick={onClear}
        >
          <X aria-hidden size={16} />
        </IconButton>
      </div>
    </div>
  )
}

/** Opens the remittance advice for the selected invoices, for people who may pay. */
function RemittanceButton({ numbers }: { numbers: readonly string[] }) {
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  if (useHasPermission('invoices.write') !== true) return null
  const tooMany = numbers.length > maxRemittedInvoices
  return (
    <>
      <Button
        size="small"
        className="max-sm:grow"
        disabled={tooMany}
        title={tooMany ? t('remittance.tooMany', { most: formatCount(maxRemittedInvoices) }) : undefined}
        aria-haspopup="dialog"
        onPointerEnter={RemittanceDrawer.load}
        onClick={() => setOpened(numbers)}
      >
        <Banknote aria-hidden size={16} className="text-muted" />
        {t('remittance.do')}
      </Button>
      {opened && <RemittanceDrawer numbers={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function TransferLine({ state }: { state: TransferState }) {
  const { file, bytes, stage, text } = state
  const size = formatBytes(bytes)
  const messages = {
    running: bytes === 0 ? t('transfer.start', { file }) : t('transfer.running', { file, size }),
    done: t('transfer.done', { file, size }),
    failed: text,
  }
  const failed = stage === 'failed'
  return (
    <div className="flex items-center gap-3 border-b border-border px-4 py-2.5 text-sm last:border-b-0">
      <p
        role={failed ? 'alert' : 'status'}
        className={`tabular min-w-0 flex-1 ${failed ? 'font-medium text-bad' : ''}`}
      >
        {messages[stage]}
      </p>
      <Button variant="quiet" size="small" onClick={endTransfer}>
        {stage === 'running' ? t('transfer.stop') : t('transfer.dismiss')}
      </Button>
    </div>
  )
}
