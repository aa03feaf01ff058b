import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import type { FunctionComponent, ReactNode } from 'react'
import type { DocumentDetail, TrackingEvent } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import { absent, isComing } from '../api/view.ts'
import { listPath } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { part } from '../ui/part.tsx'
import { usePageTitle } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { Activity } from './Activity.tsx'
import { ChainStrip } from './ChainStrip.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { DetailTop } from './DetailTop.tsx'
import { typeOf } from './fields.ts'
import { InvoiceLead } from './InvoiceLead.tsx'
import { tellingEvents } from './journey.ts'
import { Lines } from './Lines.tsx'
import { OrderLead } from './OrderLead.tsx'
import { Packages } from './Packages.tsx'
import { Papers } from './Papers.tsx'
import { Parties, People } from './Parties.tsx'
import { PaymentMeans } from './PaymentMeans.tsx'
import { Proof } from './Proof.tsx'
import { QuoteLead } from './QuoteLead.tsx'
import { documentQuery, requestsQuery } from './queries.ts'
import { Requests } from './Requests.tsx'
import { routeOf } from './route.ts'
import { ShipmentLead } from './ShipmentLead.tsx'
import { Steps } from './Steps.tsx'
import { Terms } from './Terms.tsx'
import { Timeline } from './Timeline.tsx'
import { Totals } from './Totals.tsx'

const RouteMap = part(async () => (await import('./RouteMap.tsx')).RouteMap, {
  instead: () => <div className="h-96" />,
  missing: 'inside',
})
const Versions = part(async () => (await import('./Versions.tsx')).Versions, { missing: 'inside' })

/** What a person wants to know first of a document of each type. */
const leads: Readonly<Record<DocumentType, FunctionComponent<{ detail: DocumentDetail }>>> = {
  quotes: QuoteLead,
  orders: OrderLead,
  shipments: ShipmentLead,
  invoices: InvoiceLead,
}

/** One document: what it is, how it stands, what came before and after it, its lines, events, amounts and people. */
export function DocumentPage(): ReactNode {
  const params = useParams({ from: '/$type/$number' })
  const type = typeOf(params.type)
  const { number } = params
  const found = useQuery(documentQuery(type, number))
  // What was asked stands above the lines, and decides what may be asked: it comes with the document, or never mind.
  const asked = useQuery(requestsQuery(type, number))
  const comes = isComing(asked) && asked.failureCount === 0
  usePageTitle(`${t(`type.${type}.one`)} ${number}`)
  return (
    <article>
      <BackToList type={type} />
      <Found key={`${type}/${number}`} type={type} number={number} found={found} comes={comes} />
    </article>
  )
}

function BackToList({ type }: { type: DocumentType }) {
  return (
    <Link
      {...listPath(type)}
      activeOptions={{ exact: true }}
      className="no-print -ms-2 mb-2 inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 text-sm text-muted hover:bg-hover hover:text-text pointer-coarse:min-h-10"
    >
      <ArrowLeft aria-hidden size={16} className="directional" />
      {t(`list.title.${type}`)}
    </Link>
  )
}

type FoundProps = { type: DocumentType; number: string; found: ReturnType<typeof useFound>; comes: boolean }
const useFound = (type: DocumentType, number: string) => useQuery(documentQuery(type, number))

function Found({ type, number, found, comes }: FoundProps) {
  const away = absent(found)
  if (away?.state === 'loading' || (!away && comes)) return <DetailSkeleton />
  if (away?.state === 'offline') return <ErrorState offline />
  if (away?.state === 'missing') return <MissingDocument type={type} number={number} />
  if (away || !found.data) return <ErrorState text={away?.text} onRetry={() => void found.refetch()} />
  const detail = found.data
  const Lead = leads[type]
  return (
    <div className="flex flex-col gap-6">
      <DetailTop detail={detail} />
      <ChainStrip detail={detail} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="flex min-w-0 flex-col gap-6">
          <Lead detail={detail} />
          <Requests detail={detail} />
          {type === 'shipments' && <Way detail={detail} />}
          <Lines detail={detail} />
          {type === 'quotes' && <Versions detail={detail} />}
          <Activity detail={detail} />
        </div>
        <aside className="grid min-w-0 gap-6 md:max-xl:grid-cols-2">
          <Totals detail={detail} />
          <PaymentMeans detail={detail} />
          {type === 'shipments' && <Proof detail={detail} />}
          <Packages detail={detail} />
          <Papers detail={detail} />
          <Parties detail={detail} />
          <Terms detail={detail} />
          <People detail={detail} />
        </aside>
      </div>
    </div>
  )
}

/** A shipment's way: its dates side by side, its map, its events. */
function Way({ detail }: { detail: DocumentDetail }) {
  const events = tellingEvents(detail)
  return (
    <>
      <Steps detail={detail} />
      <Route events={events} />
      <Timeline events={events} packages={detail.packages} />
    </>
  )
}

/** The map of a shipment's way; nothing when no place of it is known by its coordinates. */
function Route({ events }: { events: readonly TrackingEvent[] }) {
  const route = routeOf(events)
  return route.length === 0 ? null : <RouteMap route={route} />
}

function MissingDocument({ type, number }: { type: DocumentType; number: string }) {
  return (
    <>
      <h1 className="sr-only">
        {t(`type.${type}.one`)} {shortened(number)}
      </h1>
      <EmptyState
        icon={FileQuestion}
        title={t('detail.missing.title', { type: t(`type.${type}.one`), number: shortened(number) })}
        text={t('detail.missing.text')}
      >
        <Link {...listPath(type)} className={buttonClass('primary')}>
          {t('detail.back', { type: t(`list.title.${type}`).toLowerCase() })}
        </Link>
      </EmptyState>
    </>
  )
}

function shortened(number: string): string {
  return number.length > 40 ? `${number.slice(0, 40)}…` : number
}
