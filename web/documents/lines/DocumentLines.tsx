import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { DocumentType } from '#contract/values.ts'
import { useHasPermission } from '#web/api/viewer.ts'
import { Card } from '#web/ui/Card.tsx'
import { tabClass, tabsClass } from '#web/ui/Chips.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { formatCount } from '#web/ui/format.ts'
import { useMedia } from '#web/ui/media.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { usePrinting } from '../printing.ts'
import { type LineColumns, LineRow } from './LineRow.tsx'
import { LineTable } from './LineTable.tsx'
import { groupedLines, type LineEntry, type LineGroup } from './line-groups.ts'
import { linesWith } from './line-search.ts'
import { LongLines } from './long-lines.tsx'
import { isOpenLine } from './stages.ts'

/** Up to this many lines are all rendered; beyond that, only those in view. */
const maxUnvirtualisedLines = 100

/** The widths of the window at which the menu and the cards at the side leave the lines little room. */
const besideMenuAndAside = '(min-width: 1201px) and (max-width: 1399px)'

/** From this many lines on they can be searched, and their head names the document. */
const longFrom = 15

/** The lines of a document; those of an order can be filtered to the open ones. */
export function DocumentLines({ detail }: { detail: DocumentDetail }) {
  const [wantsOpen, setWantsOpen] = useState(false)
  const [expandedLines, setExpandedLines] = useState<ReadonlySet<string>>(new Set())
  const printing = usePrinting()
  const { lines, type } = detail
  const isLong = lines.length >= longFrom
  const openCount = type === 'orders' ? lines.filter(isOpenLine).length : 0
  // The choice counts only while its tabs are shown: without them nobody could undo it.
  const hasTabs = openCount > 0 && openCount < lines.length
  const onlyOpen = hasTabs && wantsOpen
  const [text, setText] = useState('')
  const typed = isLong ? text : ''
  const entries = useMemo(() => {
    if (printing) return groupedLines(lines)
    return groupedLines(linesWith(onlyOpen ? lines.filter(isOpenLine) : lines, typed))
  }, [lines, onlyOpen, typed, printing])
  const wide = useMedia('(min-width: 768px)')
  const tight = useMedia(besideMenuAndAside)
  const prices = 'gross' in detail.header
  const linked = useHasPermission('items.read') === true
  const columns = useMemo(() => lineColumns(type, { prices, wide, tight, linked }), [type, prices, wide, tight, linked])
  const toggle = useCallback(
    (line: string) => setExpandedLines((before) => before.symmetricDifference(new Set([line]))),
    [],
  )
  const renderEntry = (entry: LineEntry) =>
    'group' in entry ? (
      <GroupHead group={entry.group} count={entry.count} columns={columns.count} />
    ) : (
      <LineRow
        line={entry.line}
        columns={columns}
        currency={textOrNull(detail.header.currency)}
        expanded={expandedLines.has(entry.line.line)}
        detail={detail}
        onToggle={toggle}
      />
    )
  const head = <LineHead columns={columns} number={isLong ? detail.number : null} />
  const table =
    entries.length > maxUnvirtualisedLines && !printing ? (
      <LongLines head={head} entries={entries} columns={columns.count} row={renderEntry} />
    ) : (
      <LineTable head={head}>
        {entries.map((entry) => (
          <tbody key={entry.key}>{renderEntry(entry)}</tbody>
        ))}
      </LineTable>
    )
  return (
    <Card
      title={t('lines.title')}
      padded={false}
      className="overflow-clip"
      action={<span className="tabular text-sm text-muted">{formatCount(lines.length)}</span>}
    >
      {hasTabs && <OpenTabs all={lines.length} open={openCount} onlyOpen={onlyOpen} onChange={setWantsOpen} />}
      {isLong && (
        <TextField
          type="search"
          label={t('lines.search')}
          labelHidden
          placeholder={t('lines.search')}
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
          className="no-print mx-5 my-3 max-w-md"
        />
      )}
      {entries.length === 0 ? (
        <p className="px-5 pb-5 text-muted" role="status">
          {lines.length === 0 ? t('lines.none') : t('lines.noneFound', { text: typed.trim() })}
        </p>
      ) : (
        table
      )}
    </Card>
  )
}

type GroupHeadProps = { group: LineGroup; count: number; columns: number }

/** What will happen to the lines below, and how many these are. */
function GroupHead({ group, count, columns }: GroupHeadProps) {
  return (
    <tr>
      <th
        colSpan={columns}
        scope="colgroup"
        className="border-b border-border bg-sunken px-5 py-1.5 text-start text-sm font-semibold"
      >
        {t(`lines.group.${group}`)} <span className="tabular ms-1 font-normal text-muted">{formatCount(count)}</span>
      </th>
    </tr>
  )
}

type ColumnConditions = { prices: boolean; wide: boolean; tight: boolean; linked: boolean }

function lineColumns(type: DocumentType, { prices, wide, tight, linked }: ColumnConditions): LineColumns {
  const stages = type === 'orders'
  const dates = stages && wide && !tight
  const packages = type === 'shipments' && wide
  const amount = prices && type !== 'shipments'
  const optional = [wide, wide && stages, dates, packages, amount]
  return { wide, stages, dates, packages, amount, linked, count: 2 + optional.filter(Boolean).length }
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

type LineHeadProps = {
  columns: LineColumns
  /** The document's number, where its own head is out of sight; null elsewhere. */
  number: string | null
}

function LineHead({ columns, number }: LineHeadProps) {
  return (
    <thead className="text-sm text-muted">
      <tr>
        <ColumnHead className="w-auto">
          {t('lines.item')}
          {number !== null && <bdi className="ms-3 font-normal">{number}</bdi>}
        </ColumnHead>
        {columns.wide && <ColumnHead className="w-22 text-right">{t('lines.quantity')}</ColumnHead>}
        {columns.wide && columns.stages && (
          <ColumnHead className={columns.dates ? 'w-32' : 'w-28'}>{t('lines.stage')}</ColumnHead>
        )}
        {columns.dates && <ColumnHead className="w-28">{t('lines.date')}</ColumnHead>}
        {columns.packages && <ColumnHead className="w-44">{t('lines.package')}</ColumnHead>}
        {columns.amount && (
          <ColumnHead className={columns.wide ? 'w-36 text-right' : 'w-32 text-right'}>{t('lines.amount')}</ColumnHead>
        )}
        <ColumnHead className="w-12">
          <span className="sr-only">{t('action.more')}</span>
        </ColumnHead>
      </tr>
    </thead>
  )
}

function ColumnHead({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`sticky top-16 z-5 h-9 truncate border-b border-border bg-raised px-2 font-medium first:ps-5 ${className.includes('text-right') ? '' : 'text-start'} ${className}`}
    >
      {children}
    </th>
  )
}
