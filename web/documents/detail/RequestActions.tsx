import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Ban,
  CalendarCheck,
  CalendarClock,
  CircleHelp,
  CircleX,
  FileCheck,
  FilePen,
  type LucideIcon,
  PackageCheck,
  PackageX,
  ReceiptText,
  Repeat,
  Route,
  Scale,
  SearchX,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { mainRequests } from '#contract/requests/main-requests.ts'
import { availableRequests, type DocumentRequestKind, pendingStates } from '#contract/requests/rules.ts'
import { profileQuery, usePermissions } from '#web/api/viewer.ts'
import { requestsQuery } from '#web/requests/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { MenuEntry } from '#web/ui/overlays/menu-entry.ts'
import { useToday } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { DetailActions } from './DetailActions.tsx'

const RequestDrawer = lazyComponent(() => import('#web/requests/RequestDrawer.tsx'), 'RequestDrawer', {
  failureDisplay: 'message',
})

const icons: Readonly<Record<DocumentRequestKind, LucideIcon>> = {
  accept: BadgeCheck,
  reject: CircleX,
  requestRevision: FilePen,
  requestChange: CalendarClock,
  requestCancellation: Ban,
  reorder: Repeat,
  answerHold: FileCheck,
  instructDelivery: Route,
  trace: SearchX,
  confirmReceipt: PackageCheck,
  claim: PackageX,
  dispute: Scale,
  promisePayment: CalendarCheck,
  reportPayment: ReceiptText,
  ask: CircleHelp,
}
/** The actions on a document, with the requests that the person may make. */
export function RequestActions({ detail }: { detail: DocumentDetail }): ReactNode {
  const { type, number, status } = detail
  const [requestKind, setRequestKind] = useState<DocumentRequestKind | null>(null)
  const { data: profile } = useQuery(profileQuery)
  const { data } = useQuery(requestsQuery(type, number))
  const grantedPermissions = usePermissions()
  const today = useToday()
  if (!grantedPermissions || !data) return <DetailActions type={type} number={number} />
  const permissions = new Set(grantedPermissions)
  const isPending = (state: string) => (pendingStates as readonly string[]).includes(state)
  const pendingKinds = data.requests.filter(({ state }) => isPending(state)).map(({ kind }) => kind)
  const kinds = availableRequests(type, status, permissions, pendingKinds)
  const made = data.requests.filter(({ state }) => state !== 'withdrawn').map(({ kind }) => kind)
  const arrivalDate = textOrNull(detail.header.estimatedDate) ?? textOrNull(detail.header.promisedDate)
  const main = mainRequests(type, { status, arrivalDate, today }, kinds, made)
  const entries = kinds
    .filter((kind) => !main.includes(kind))
    .map(
      (kind): MenuEntry => ({
        kind: 'action',
        label: t(`request.do.${kind}`),
        icon: icons[kind],
        onSelect: () => setRequestKind(kind),
      }),
    )
  return (
    <>
      <DetailActions
        type={type}
        number={number}
        entries={entries}
        main={main.map((kind, index) => (
          <Button
            key={kind}
            variant={index === 0 ? 'primary' : 'secondary'}
            aria-haspopup="dialog"
            onPointerEnter={RequestDrawer.load}
            onClick={() => setRequestKind(kind)}
          >
            {t(`request.do.${kind}`)}
          </Button>
        ))}
      />
      {requestKind && (
        <RequestDrawer
          key={requestKind}
          kind={requestKind}
          detail={detail}
          person={profile?.user.name ?? ''}
          onClose={() => setRequestKind(null)}
        />
      )}
    </>
  )
}
