import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetail, Related } from '../../contract/documents/endpoints.ts'
import { toneOf } from '../../contract/documents/types.ts'
import type { DocumentType } from '../../contract/values.ts'
import { usePermissions } from '../api/viewer.ts'
import { documentPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { formatDate, formatPercent } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { ProgressBar, Unknown } from '../ui/Values.tsx'
import { type ChainCard, type ChainStage, chainOf, foldedCards } from './chain.ts'

/** How many cards of a stage are in sight before it is unfolded. */
const most = 4

/** The way from quote to invoice: what came before this document, and what has become of it. */
export function ChainStrip({ detail }: { detail: DocumentDetail }) {
  const stages = chainOf(detail, usePermissions() ?? [])
  if (stages.flatMap(({ cards }) => cards).length < 2) return null
  return (
    <nav aria-label={t('chain.title')}>
      <ol className="flex flex-col gap-4 lg:flex-row lg:gap-0">
        {stages.map((stage, at) => (
          <li key={stage.type} className="flex min-w-0 flex-1 lg:max-w-md">
            {at > 0 && (
              <ChevronRight
                aria-hidden
                size={16}
                className="directional mx-2 mt-8 hidden shrink-0 text-muted lg:block"
              />
            )}
            <Stage stage={stage} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Stage({ stage }: { stage: ChainStage }) {
  const [unfolded, setUnfolded] = useState(false)
  const { type, cards } = stage
  const shown = unfolded ? cards : foldedCards(cards, most)
  const hidden = cards.length - shown.length
  return (
    <div className="min-w-0 flex-1">
      <h2 className="mb-1.5 text-sm text-muted">{t(cards.length > 1 ? `type.${type}` : `type.${type}.one`)}</h2>
      <ul className="flex flex-col gap-1.5">
        {shown.map((card) => (
          <li key={keyOf(card)}>
            <CardOf type={type} card={card} />
          </li>
        ))}
      </ul>
      {(hidden > 0 || unfolded) && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={unfolded}
          className="mt-1 w-full text-muted"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t('chain.fewer') : t('chain.more', { count: hidden })}
        </Button>
      )}
    </div>
  )
}

function keyOf(card: ChainCard): string {
  if (card.kind === 'pending') return 'pending'
  return card.kind === 'missing' ? `missing ${card.number}` : card.document.number
}

const box = 'block rounded-control border px-3 py-2'
const outlined = `${box} border-dashed border-control text-sm text-muted lg:min-h-15 lg:content-center`

function CardOf({ type, card }: { type: DocumentType; card: ChainCard }) {
  if (card.kind === 'pending') return <span className={outlined}>{label(`chain.pending.${type}`)}</span>
  if (card.kind === 'missing')
    return (
      <span className={outlined}>
        <bdi className="block truncate font-medium" title={card.number}>
          {card.number}
        </bdi>
        {t('chain.missing')}
      </span>
    )
  const { document, current } = card
  if (current)
    return (
      <span aria-current="page" className={`${box} border-control border-s-3 border-s-brand bg-raised ps-2.5`}>
        <Face document={document} />
      </span>
    )
  return (
    <Link
      {...documentPath(document.type, document.number)}
      className={`${box} border-border bg-raised transition-colors hover:border-control hover:bg-hover`}
    >
      <Face document={document} />
    </Link>
  )
}

/** Number, status, date, and the share of the order that it carries. */
function Face({ document }: { document: Related }) {
  const { type, number, status, share } = document
  const kind = document.invoiceKind && document.invoiceKind !== '380' ? label(`word.${document.invoiceKind}`) : null
  const date = document.issueDate ?? document.keyDate
  // Nothing of a shipment that has not left counts yet; the whole order needs no bar.
  const part = share !== null && share > 0 && share < 1 ? share : null
  const percent = part === null ? '' : formatPercent(part)
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-0.5">
        <bdi className="min-w-0 truncate font-medium" title={number.length > 24 ? number : undefined}>
          {number}
        </bdi>
        <StatusChip tone={toneOf(type, status)}>{label(`status.${type}.${status}`)}</StatusChip>
      </span>
      <span className="mt-0.5 flex items-baseline justify-between gap-2 text-sm text-muted">
        <span className="tabular truncate">
          {date ? (
            <time dir="auto" dateTime={date}>
              {formatDate(date)}
            </time>
          ) : (
            <Unknown />
          )}
          {kind && ` · ${kind}`}
        </span>
        {part !== null && <span aria-hidden>{percent}</span>}
      </span>
      {part !== null && (
        <span className="mt-1.5 block">
          <ProgressBar share={part} label={t('chain.share', { percent })} />
        </span>
      )}
    </>
  )
}
