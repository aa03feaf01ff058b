import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentDetail, TrackingEvent } from '#contract/documents/endpoints.ts'
import type { DocumentType } from '#contract/values.ts'
import { absentStateOf, isLoading } from '#web/api/query-state.ts'
import { listPath } from '#web/paths.ts'
import { ConversationCard } from '#web/requests/ConversationCard.tsx'
import { requestsQuery } from '#web/requests/queries.ts'
import { useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useMedia } from '#web/ui/media.ts'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { t } from '#web/ui/text.ts'
import { documentTypeOf } from '../fields.ts'
import { Papers } from '../files/Papers.tsx'
import { DocumentActivity } from '../history/DocumentActivity.tsx'
import { PromiseSummary } from '../history/PromiseHistory.tsx'
import { lastLists } from '../last-list.ts'
import { DocumentLines } from '../lines/DocumentLines.tsx'
import { isOpenLine } from '../lines/stages.ts'
import { documentQuery } from '../queries.ts'
import { CarrierCard } from '../shipment/CarrierCard.tsx'
import { relevantEvents } from '../shipment/journey.ts'
import { Packages } from '../shipment/Packages.tsx'
import { ProofOfDelivery } from '../shipment/ProofOfDelivery.tsx'
import { shipmentRoute } from '../shipment/route.ts'
import { ShipmentSteps } from '../shipment/ShipmentSteps.tsx'
import { Timeline } from '../shipment/Timeline.tsx'
import { ChainStrip } from './ChainStrip.tsx'
import { columnsClass, DetailSkeleton } from './DetailSkeleton.tsx'
import { DetailTop } from './DetailTop.tsx'
import { LinkedAct } from './LinkedAct.tsx'
import { Parties, People } from './Parties.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { PaymentMeans } from './PaymentMeans.tsx'
import { RequestActions } from './RequestActions.tsx'
import { Terms } from './Terms.tsx'
import { Totals } from './Totals.tsx'

const RouteMap = lazyComponent(() => import('../shipment/RouteMap.tsx'), 'RouteMap', {
  fallback: () => <div className="h-96" />,
  failureDisplay: 'inside',
})
const Neighbours = lazyComponent(() => import('./Neighbours.tsx'), 'Neighbours', { failureDisplay: 'nothing' })
const Versions = lazyComponent(() => import('../history/Versions.tsx'), 'Versions', { failureDisplay: 'inside' })

/** One document: its status, chain, lines, events, amounts and contacts. */
export function DocumentPage(): ReactNode {
  const params = useParams('/$type/$number')
  const type = documentTypeOf(params.type)
  const { number } = params
  const query = useQuery(documentQuery(type, number))
  // Requests decide which actions are offered, and stand above the history, so the page waits for them unless they fail.
  const requests = useQuery(requestsQuery(type, number))
  const requestsLoading = isLoading(requests) && requests.failureCount === 0
  usePageTitle(`${t(`type.${type}.one`)} ${number}`)
  const lastList = lastLists.get(type)
  return (
    <article>
      <div className="flex items-center justify-between gap-3">
        <BackToList type={type} />
        {lastList && <Neighbours {...{ type, number }} shown={lastList} />}
      </div>
      <LoadedDocument
        key={`${type}/${number}`}
        type={type}
        number={number}
        query={query}
        requestsLoading={requestsLoading}
      />
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

type LoadedDocumentProps = {
  type: DocumentType
  number: string
  query: ReturnType<typeof useDocument>
  requestsLoading: boolean
}
const useDocument = (type: DocumentType, number: string) => useQuery(documentQuery(type, number))

function LoadedDocument({ type, number, query, requestsLoading }: LoadedDocumentProps) {
  const phone = useMedia('(max-width: 639px)')
  const absence = absentStateOf(query)
  if (absence?.state === 'loading' || (!absence && requestsLoading)) return <DetailSkeleton />
  if (absence || !query.data) {
    return (
      <>
        <h1 className="sr-only">
          {t(`type.${type}.one`)} {shortenNumber(number)}
        </h1>
        {absence?.state === 'missing' ? (
          <MissingDocument type={type} number={number} />
        ) : (
          absence && <AbsentState absent={absence} skeleton={<DetailSkeleton />} />
        )}
      </>
    )
  }
  const detail = query.data
  return (
    <RequestActions detail={detail}>
      {(main, menu) => (
        <div className="flex flex-col gap-6">
          <DetailTop detail={detail} menu={menu} actions={phone ? null : main} canAct={main !== null} />
          <ChainStrip detail={detail} />
          <div className={columnsClass}>
            <div className="flex min-w-0 flex-col gap-6">
              <LinkedAct detail={detail} />
              {type === 'orders' && <PromiseSummary detail={detail} isOpen={detail.lines.some(isOpenLine)} />}
              <PaymentCard detail={detail} />
              {type === 'shipments' && <ShipmentJourney detail={detail} />}
              <DocumentLines detail={detail} />
              <ConversationCard subject={detail} reader={detail.salesperson?.name ?? null} />
              {type === 'quotes' && <Versions detail={detail} />}
              <DocumentActivity detail={detail} />
            </div>
            <aside className="grid min-w-0 gap-6 md:max-xl:grid-cols-2">
              <Totals detail={detail} />
              <PaymentMeans detail={detail} />
              {type === 'shipments' && <CarrierCard detail={detail} />}
              {type === 'shipments' && <ProofOfDelivery detail={detail} />}
              <Packages detail={detail} />
              <Papers detail={detail} />
            </aside>
          </div>
          <div className="grid items-start gap-6 grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]">
            <Parties detail={detail} />
            <Terms detail={detail} />
            <People detail={detail} />
          </div>
          {phone && main !== null && <div className={bottomBarClass}>{main}</div>}
        </div>
      )}
    </RequestActions>
  )
}

/** On a phone the buttons stay at the lower edge, where the thumb is, above all that lies below the page. */
const bottomBarClass =
  'no-print sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-2 border-t border-border bg-float px-4 py-2 shadow-float *:flex-auto'

/** A shipment's journey: its steps, its map and its events. */
function ShipmentJourney({ detail }: { detail: DocumentDetail }) {
  const events = relevantEvents(detail)
  return (
    <>
      <ShipmentSteps detail={detail} />
      <ShipmentMap events={events} />
      <Timeline events={events} packages={detail.packages} />
    </>
  )
}

/** The map of a shipment's route; nothing when no place has coordinates. */
function ShipmentMap({ events }: { events: readonly TrackingEvent[] }) {
  const route = shipmentRoute(events)
  return route.length === 0 ? null : <RouteMap route={route} />
}

function MissingDocument({ type, number }: { type: DocumentType; number: string }) {
  return (
    <EmptyState
      icon={FileQuestion}
      title={t('detail.missing.title', { type: t(`type.${type}.one`), number: shortenNumber(number) })}
      text={t('detail.missing.text')}
    >
      <Link {...listPath(type)} className={buttonClass('primary')}>
        {t('detail.back', { type: t(`list.title.${type}`).toLowerCase() })}
      </Link>
    </EmptyState>
  )
}

function shortenNumber(number: string): string {
  return number.length > 40 ? `${number.slice(0, 40)}…` : number
}
