import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { DocumentDetail, DocumentLine } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import { useMay } from '../api/viewer.ts'
import { Card } from '../ui/Card.tsx'
import { tabClass, tabsClass } from '../ui/Chips.tsx'
import { formatCount } from '../ui/format.ts'
import { useMedia } from '../ui/media.ts'
import { t } from '../ui/text.ts'
import { textOf } from './fields.ts'
import { type LineColumns, LineRow } from './LineRow.tsx'
import { usePrinting } from './printing.ts'
import { isOpen } from './stages.ts'
import { VirtualLines } from './VirtualLines.tsx'

/** Lines up to here are simply there; beyond, only those in sight are. */
const plainUpTo = 100

/** The lines of a document; those of an order can be narrowed to what is still open. */
export function Lines({ detail }: { detail: DocumentDetail }) {
  const [onlyOpen, setOnlyOpen] = useState(false)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const printing = usePrinting()
  const { lines, type } = detail
  const open = type === 'orders' ? lines.filter(isOpen).length : 0
  const shown = onlyOpen ? lines.filter(isOpen) : lines
  const wide = useMedia('(min-width: 768px)')
  const prices = 'gross' in detail.header
  const linked = useMay('items.read') === true
  const columns = useMemo(() => lineColumns(type, { prices, wide, linked }), [type, prices, wide, linked])
  const toggle = useCallback((line: string) => setUnfolded((before) => before.symmetricDifference(new Set([line]))), [])
  const row = (line: DocumentLine) => (
    <LineRow
      line={line}
      columns={columns}
      currency={textOf(detail.header.currency)}
      unfolded={unfolded.has(line.line)}
      of={detail}
      onToggle={toggle}
    />
  )
  return (
    <Card
      title={t('lines.title')}
      padded={false}
      className="overflow-clip"
      action={<span className="tabular text-sm text-muted">{formatCount(lines.length)}</span>}
    >
      {open > 0 && open < lines.length && (
        <OpenTabs all={lines.length} open={open} onlyOpen={onlyOpen} onChange={setOnlyOpen} />
      )}
      {lines.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{t('lines.none')}</p>
      ) : (
        <table aria-label={t('lines.title')} className="w-full table-fixed border-separate border-spacing-0 text-start">
          <LineHead columns={columns} />
          {shown.length > plainUpTo && !printing ? (
            <VirtualLines lines={shown} columns={columns.count} row={row} />
          ) : (
            shown.map((line) => <tbody key={line.line}>{row(line)}</tbody>)
          )}
        </table>
      )}
    </Card>
  )
}

type Shown = { prices: boolean; wide: boolean; linked: boolean }

function lineColumns(type: DocumentType, { prices, wide, linked }: Shown): LineColumns {
  const stages = type === 'orders'
  const pack = type === 'shipments' && wide
  const amount = prices && type !== 'shipments'
  const quantities = wide ? (stages ? 3 : 1) : 0
  return { wide, stages, pack, amount, linked, count: 2 + quantities + (pack ? 1 : 0) + (amount ? 1 : 0) }
}

type OpenTabsProps = { all: number; open: number; onlyOpen: boolean; onChange: (onlyOpen: boolean) => void }

function OpenTabs({ all, open, onlyOpen, onChange }: OpenTabsProps) {
  return (
    <div className={`${tabsClass} no-print px-5`}>
      <button type="button" className={tabClass} aria-current={!onlyOpen} onClick={() => onChange(false)}>
        {t('lines.all', { count: formatCount(all) })}
      </button>
      <button type="button" className={tabClass} aria-current={onlyOpen} onClick={() => onChange(true)}>
        {t('lines.onlyOpen', { count: formatCount(open) })}
      </button>
    </div>
  )
}

function LineHead({ columns }: { columns: LineColumns }) {
  return (
    <thead className="text-sm text-muted">
      <tr>
        <Head className="w-auto">{t('lines.item')}</Head>
        {columns.wide && <Head className="w-24 text-right">{t('lines.quantity')}</Head>}
        {columns.wide && columns.stages && <Head className="w-40">{t('lines.stage')}</Head>}
        {columns.wide && columns.stages && <Head className="w-28">{t('lines.date')}</Head>}
        {columns.pack && <Head className="w-44">{t('lines.package')}</Head>}
        {columns.amount && <Head className="w-32 text-right">{t('lines.amount')}</Head>}
        <Head className="w-12">
          <span className="sr-only">{t('action.more')}</span>
        </Head>
      </tr>
    </thead>
  )
}

function Head({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`h-9 border-b border-border px-2 font-medium first:ps-5 ${className.includes('text-right') ? '' : 'text-start'} ${className}`}
    >
      {children}
    </th>
  )
}
