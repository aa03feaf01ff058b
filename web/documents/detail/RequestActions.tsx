import { useQuery } from '@tanstack/react-query'
import {
  BadgeCheck,
  Ban,
  CalendarClock,
  CircleHelp,
  CircleX,
  FilePen,
  type LucideIcon,
  PackageCheck,
  PackageX,
  ReceiptText,
  Repeat,
  Scale,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { availableRequests, type DocumentRequestKind, pendingStates } from '#contract/requests/rules.ts'
import { profileQuery, usePermissions } from '#web/api/viewer.ts'
import { requestsQuery } from '#web/requests/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { MenuEntry } from '#web/ui/overlays/menu-entry.ts'
import { t } from '#web/ui/text.ts'
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
  confirmReceipt: PackageCheck,
  claim: PackageX,
  dispute: Scale,
  reportPayment: ReceiptText,
  ask: CircleHelp,
}
/** The requests that can be a document's main action. */
const primaryKinds: readonly DocumentRequestKind[] = ['accept', 'confirmReceipt']

/** The actions on a document, with the requests that the person may make. */
export function RequestActions({ detail }: { detail: DocumentDetail }): ReactNode {
  const { type, number, status } = detail
  const [requestKind, setRequestKind] = useState<DocumentRequestKind | null>(null)
  const { data: profile } = useQuery(profileQuery)
  const { data } = useQuery(requestsQuery(type, number))
  const grantedPermissions = usePermissions()
  if (!grantedPermissions || !data) return <DetailActions type={type} number={number} />
  const permissions = new Set(grantedPermissions)
  const isPending = (state: string) => (pendingStates as readonly string[]).includes(state)
  const pendingKinds = data.requests.filter(({ state }) => isPending(state)).map(({ kind }) => kind)
  const kinds = availableRequests(type, status, permissions, pendingKinds)
  // A receipt is confirmed once; afterwards the menu still offers it.
  const confirmed = data.requests.some(({ kind, state }) => kind === 'confirmReceipt' && state !== 'withdrawn')
  const primary = primaryKinds.find((kind) => kinds.includes(kind) && !(kind === 'confirmReceipt' && confirmed))
  const entries = kinds
    .filter((kind) => kind !== primary)
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
        primary={
          primary && (
            <Button
              variant="primary"
              aria-haspopup="dialog"
              onPointerEnter={RequestDrawer.load}
              onClick={() => setRequestKind(primary)}
            >
              {t(`request.do.${primary}`)}
            </Button>
          )
        }
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
