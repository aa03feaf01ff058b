import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetail, RelatedDocument } from '#contract/documents/endpoints.ts'
import { toneOf } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { usePermissions } from '#web/api/viewer.ts'
import { documentPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useCurrentInView } from '#web/ui/current-in-view.ts'
import { formatDate } from '#web/ui/format.ts'
import { formatPercent } from '#web/ui/format-details.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { label, t } from '#web/ui/text.ts'
import { Unknown } from '#web/ui/Values.tsx'
import { type ChainCard, type ChainStage, chainStages, collapsedCards } from './chain.ts'
import { ProgressBar } from './ProgressBar.tsx'

/** How many cards of a stage are shown before it is expanded. */
const maxCollapsedCards = 4

/**
 * The chain from quote to invoice: what this document came from, and what followed from it. Where there is little room it
 * is one line that scrolls, with this document in sight.
 */
export function ChainStrip({ detail }: { detail: DocumentDetail }) {
  const stages = chainStages(detail, usePermissions() ?? [])
  const line = useCurrentInView(detail.number)
  const cards = stages.flatMap((stage) => stage.cards)
  if (cards.length < 2) return null
  const hasLinks = cards.some((card) => 'document' in card && !card.current)
  return (
    <nav
      ref={line}
      aria-label={t('chain.title')}
      // Without a link in it, it can be scrolled by keyboard only when it has the focus itself.
      {...(hasLinks ? {} : { tabIndex: 0 })}
      className="fades-sideways overflow-x-auto max-lg:-mx-4 max-lg:px-4 max-lg:pb-1 lg:overflow-visible print:overflow-visible"
    >
      <ol className="flex print:flex-wrap print:gap-y-2">
        {stages.map((stage, index) => (
          <li key={stage.type} className="flex shrink-0 lg:min-w-0 lg:flex-1 lg:shrink lg:max-w-md">
            {index > 0 && <ChevronRight aria-hidden size={16} className="directional mx-2 mt-8 shrink-0 text-muted" />}
            <StageCards stage={stage} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

function StageCards({ stage }: { stage: ChainStage }) {
  const [expanded, setExpanded] = useState(false)
  const { type, cards } = stage
  const shown = expanded ? cards : collapsedCards(cards, maxCollapsedCards)
  const hiddenCount = cards.length - shown.length
  return (
    <div className="min-w-0 flex-1">
      <h2 className="mb-1.5 text-sm text-muted">{t(cards.length > 1 ? `type.${type}` : `type.${type}.one`)}</h2>
      <ul className="flex gap-1.5 *:max-lg:w-48 lg:flex-col">
        {shown.map((card) => (
          <li key={cardKey(card)}>
            <CardBox type={type} card={card} />
          </li>
        ))}
      </ul>
      {(hiddenCount > 0 || expanded) && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={expanded}
          className="mt-1 text-muted lg:w-full"
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? t('chain.fewer') : t('chain.more', { count: hiddenCount })}
        </Button>
      )}
    </div>
  )
}

function cardKey(card: ChainCard): string {
  if (card.kind === 'pending') return 'pending'
  return card.kind === 'missing' ? `missing ${card.number}` : card.document.number
}

const boxClass = 'block rounded-control border px-3 py-2'
const outlinedBoxClass = `${boxClass} border-dashed border-control text-sm text-muted lg:min-h-15 lg:content-center`

function CardBox({ type, card }: { type: DocumentType; card: ChainCard }) {
  if (card.kind === 'pending') return <span className={outlinedBoxClass}>{label(`chain.pending.${type}`)}</span>
  if (card.kind === 'missing')
    return (
      <span className={outlinedBoxClass}>
        <bdi className="block truncate font-medium" title={card.number}>
          {card.number}
        </bdi>
        {t('chain.missing')}
      </span>
    )
  const { document, current } = card
  if (current)
    return (
      <span aria-current="page" className={`${boxClass} border-control border-s-3 border-s-brand bg-raised ps-2.5`}>
        <DocumentSummary document={document} />
      </span>
    )
  return (
    <Link
      {...documentPath(document.type, document.number)}
      className={`${boxClass} border-border bg-raised transition-colors hover:border-control hover:bg-hover`}
    >
      <DocumentSummary document={document} />
    </Link>
  )
}

/** A document's number, status and date, and the share of the order that it covers. */
function DocumentSummary({ document }: { document: RelatedDocument }) {
  const { type, number, status, share } = document
  const kind = document.invoiceKind && document.invoiceKind !== '380' ? label(`word.${document.invoiceKind}`) : null
  const date = document.issueDate ?? document.keyDate
  // A shipment that has not left counts as 0; a document for the whole order needs no bar.
  const partialShare = share !== null && share > 0 && share < 1 ? share : null
  const percent = partialShare === null ? '' : formatPercent(partialShare)
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
        {partialShare !== null && <span aria-hidden>{percent}</span>}
      </span>
      {partialShare !== null && (
        <span className="mt-1.5 block">
          <ProgressBar share={partialShare} label={t('chain.share', { percent })} />
        </span>
      )}
    </>
  )
}
