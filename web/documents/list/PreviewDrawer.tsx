import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DocumentDetail, DocumentRow } from '#contract/documents/endpoints.ts'
import { definitions, toneOf } from '#contract/documents/types.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { documentPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { frontmost } from '#web/ui/overlays/Popover.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { LoadingNote, Skeleton } from '#web/ui/states/Skeleton.tsx'
import { label, t } from '#web/ui/text.ts'
import { unitLabel } from '#web/ui/unit-label.ts'
import { DateCell, Money, Quantity } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { dueHint, keyDateOf } from '../due.ts'
import { fieldLabel } from '../fields.ts'
import { documentQuery } from '../queries.ts'

/** How many lines are shown of a document; its page has them all. */
const shownLines = 12

type PreviewDrawerProps = {
  rows: readonly DocumentRow[]
  /** Which of them is shown; -1 once its document has left the list. */
  index: number
  today: string
  /** Shows the document with this number. */
  onMove: (number: string) => void
  onClose: () => void
}

/** A document beside its list: what is in it, without leaving the list. The keys of the list go on working. */
export function PreviewDrawer({ rows, index, today, onMove, onClose }: PreviewDrawerProps): ReactNode {
  // A document stays shown when it leaves the list; the keys go on from its former index.
  const [shown, setShown] = useState({ row: rows[index], index })
  if (index >= 0 && (rows[index] !== shown.row || index !== shown.index)) setShown({ row: rows[index], index })
  const content = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // What is open in front of it has the keys.
    if (frontmost() !== content.current?.closest('dialog')) return
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    // Once it has left the list, the next document has its index.
    const next = step && rows[shown.index + (index < 0 && step > 0 ? 0 : step)]
    // Space presses a button that has the focus.
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) onClose()
    else if (next) onMove(next.number)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const { row } = shown
  if (!row) return null
  return (
    <Drawer
      open
      onClose={onClose}
      title={`${t(`type.${row.type}.one`)} ${row.number}`}
      footer={
        <Link {...documentPath(row.type, row.number)} className={`${buttonClass('primary')} w-full`}>
          {t('preview.open')}
        </Link>
      }
    >
      <div ref={content}>
        <Facts row={row} today={today} />
        <Lines row={row} />
      </div>
    </Drawer>
  )
}

function Facts({ row, today }: { row: DocumentRow; today: string }) {
  const due = dueHint(row, today)
  return (
    <dl className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <dt className="sr-only">{t('field.status')}</dt>
        <dd>
          <StatusChip tone={toneOf(row.type, row.status)}>{label(`status.${row.type}.${row.status}`)}</StatusChip>
        </dd>
        {row.customerReference && (
          <dd>
            <bdi className="text-muted">{row.customerReference}</bdi>
          </dd>
        )}
      </div>
      <Fact name={fieldLabel(row.type, definitions[row.type].keyDate)}>
        <DateCell date={keyDateOf(row)} /> {due && <DueText due={due} />}
      </Fact>
      {'gross' in row && (
        <Fact name={fieldLabel(row.type, 'gross')}>
          <Money amount={row.gross} currency={row.currency} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">{children}</dd>
    </div>
  )
}

function Lines({ row }: { row: DocumentRow }) {
  const query = useQuery(documentQuery(row.type, row.number))
  const absence = absentStateOf(query)
  if (absence?.state === 'loading')
    return (
      <div className="mt-5 flex flex-col gap-3">
        <LoadingNote />
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    )
  if (absence || !query.data) return <ErrorState offline={absence?.state === 'offline'} />
  const { lines } = query.data
  const rest = lines.length - shownLines
  return (
    <>
      <h3 className="mt-6 mb-1 text-sm text-muted">{t('preview.lines', { count: lines.length })}</h3>
      <ul>
        {lines.slice(0, shownLines).map((line) => (
          <PreviewedLine key={line.line} line={line} currency={'currency' in row ? row.currency : null} />
        ))}
      </ul>
      {rest > 0 && <p className="pt-2 text-sm text-muted">{t('preview.more', { count: formatCount(rest) })}</p>}
    </>
  )
}

type PreviewedLineProps = { line: DocumentDetail['lines'][number]; currency: string | null }

function PreviewedLine({ line, currency }: PreviewedLineProps) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-border py-2">
      <span className="min-w-0">
        <bdi className="block wrap-anywhere">{line.name ?? line.sku}</bdi>
        {line.name && line.sku && <bdi className="text-sm text-muted">{line.sku}</bdi>}
      </span>
      <span className="shrink-0 text-end">
        {line.quantity && <Quantity value={line.quantity} unit={unitLabel(line.unit)} />}
        {'amount' in line && line.amount && (
          <span className="block text-sm">
            <Money amount={line.amount} currency={currency} />
          </span>
        )}
      </span>
    </li>
  )
}
