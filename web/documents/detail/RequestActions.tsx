import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  BadgeCheck,
  Ban,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarX,
  CircleHelp,
  CircleX,
  FileCheck,
  FilePen,
  HandCoins,
  type LucideIcon,
  PackageCheck,
  PackageX,
  ReceiptText,
  Repeat,
  Route,
  Scale,
  SearchX,
  Undo2,
  Users,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { DocumentRequestKind } from '#contract/requests/rules.ts'
import { createRequestKey } from '#web/api/request-key.ts'
import { profileQuery } from '#web/api/viewer.ts'
import { waitingForViewer } from '#web/requests/approvals/standing-approvals.ts'
import { seenPromise, seenVersionOf, sendRequest } from '#web/requests/send-request.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { MenuEntry } from '#web/ui/overlays/menu-entry.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { DetailActions } from './DetailActions.tsx'
import { useOfferedRequests } from './offered-requests.ts'

const RequestDrawer = lazyComponent(() => import('#web/requests/RequestDrawer.tsx'), 'RequestDrawer', {
  failureDisplay: 'message',
})

const ReturnDrawer = lazyComponent(() => import('#web/requests/returns/ReturnDrawer.tsx'), 'ReturnDrawer', {
  failureDisplay: 'message',
})

const ApprovalDrawer = lazyComponent(() => import('#web/requests/approvals/ApprovalDrawer.tsx'), 'ApprovalDrawer', {
  failureDisplay: 'message',
})

const icons: Readonly<Record<DocumentRequestKind, LucideIcon>> = {
  accept: BadgeCheck,
  reject: CircleX,
  requestRevision: FilePen,
  askApproval: Users,
  counterOffer: HandCoins,
  extendValidity: CalendarPlus,
  notePromise: CalendarCheck,
  refusePromise: CalendarX,
  requestChange: CalendarClock,
  requestCancellation: Ban,
  reorder: Repeat,
  answerHold: FileCheck,
  instructDelivery: Route,
  trace: SearchX,
  confirmReceipt: PackageCheck,
  claim: PackageX,
  returnGoods: Undo2,
  dispute: Scale,
  promisePayment: CalendarCheck,
  reportPayment: ReceiptText,
  ask: CircleHelp,
}

type RequestActionsProps = {
  detail: DocumentDetail
  /** Places the buttons of what the state of the document calls for (null when nothing is), and the menu of the rest. */
  children: (main: ReactNode, menu: ReactNode) => ReactNode
}

/** The actions on a document, with the requests that the person may make, and the forms that they open. */
export function RequestActions({ detail, children }: RequestActionsProps): ReactNode {
  const offered = useOfferedRequests(detail)
  const { act } = useSearch('/$type/$number')
  if (!offered) return children(null, <DetailActions detail={detail} />)
  const { main, others, requests } = offered
  const approval = detail.status === 'open' ? waitingForViewer(requests) : undefined
  const initialKind = [...main, ...others].find((kind) => kind === act) ?? null
  const opened = act === 'approval' && approval ? act : initialKind
  return (
    <OfferedRequests key={act} {...{ detail, main, others, approval }} initialKind={opened}>
      {children}
    </OfferedRequests>
  )
}

type OpenForm = DocumentRequestKind | 'approval'

type OfferedRequestsProps = RequestActionsProps & {
  main: readonly DocumentRequestKind[]
  others: readonly DocumentRequestKind[]
  /** By which a colleague asks the person to approve. */
  approval: CustomerRequest | undefined
  /** The request, or the approval, with whose form the page opens. */
  initialKind: OpenForm | null
}

function OfferedRequests({ detail, main, others, approval, initialKind, children }: OfferedRequestsProps) {
  // An open form stays when its request is no longer offered: sending it tells why.
  const [openKind, setOpenKind] = useState(initialKind)
  const [asked] = useState(approval)
  const { data: profile } = useQuery(profileQuery)
  const note = useNote(detail, main.includes('notePromise'))
  const navigate = useNavigate()
  const start = (kind: DocumentRequestKind) => (kind === 'notePromise' ? note.mutate() : setOpenKind(kind))
  const close = () => {
    setOpenKind(null)
    // Loaded again, or shared, the page opens without the form.
    if (initialKind !== null) void navigate({ to: '.', search: {}, replace: true })
  }
  const entries = others.map(
    (kind): MenuEntry => ({
      kind: 'action',
      label: t(`request.do.${kind}`),
      icon: icons[kind],
      onSelect: () => start(kind),
    }),
  )
  const approve = approval && (
    <Button key="approval" variant="primary" aria-haspopup="dialog" onClick={() => setOpenKind('approval')}>
      {t('request.do.approval')}
    </Button>
  )
  const answers = main.map((kind, index) => (
    <Button
      key={kind}
      variant={index === 0 && !approval && !isAside(kind, detail) ? 'primary' : 'secondary'}
      aria-haspopup={kind === 'notePromise' ? undefined : 'dialog'}
      onPointerEnter={RequestDrawer.load}
      write={kind === 'notePromise' ? note : undefined}
      onClick={() => start(kind)}
    >
      {t(`request.do.${kind}`)}
    </Button>
  ))
  const buttons = [approve, ...answers]
  return (
    <>
      {children(main.length === 0 && !approval ? null : buttons, <DetailActions detail={detail} entries={entries} />)}
      {openKind === 'returnGoods' && <ReturnDrawer detail={detail} onClose={close} />}
      {openKind === 'approval' && (approval ?? asked) && (
        <ApprovalDrawer detail={detail} request={(approval ?? asked) as CustomerRequest} onClose={close} />
      )}
      {openKind && openKind !== 'returnGoods' && openKind !== 'approval' && (
        <RequestDrawer
          key={openKind}
          kind={openKind}
          detail={detail}
          person={profile?.user.name ?? ''}
          onClose={close}
          onCounterOffer={[...main, ...others].includes('counterOffer') ? () => setOpenKind('counterOffer') : undefined}
        />
      )}
    </>
  )
}

/** Reporting a problem stays in sight of goods that came, and after somebody has acted, without being what most people want. */
const isAside = (kind: DocumentRequestKind, { act, status }: DocumentDetail) =>
  kind === 'claim' && (act !== null || status === 'delivered')

/** Notes the new date of an order with one press: there is nothing to fill in. */
function useNote(detail: DocumentDetail, hasButton: boolean) {
  const queryClient = useQueryClient()
  const [key, setKey] = useState(createRequestKey)
  return useMutation({
    meta: { hasNoButton: !hasButton },
    mutationFn: () =>
      sendRequest('notePromise', detail, { key, ...seenPromise('notePromise', detail), ...seenVersionOf(detail) }),
    onSuccess: () => {
      showToast('good', t('request.sent'))
      // The date may move again while the page is open.
      setKey(createRequestKey())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['documents', detail.type] }),
  })
}
