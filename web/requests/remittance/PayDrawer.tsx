import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { transfersOf } from '#contract/payments/transfers.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { payableQuery } from './queries.ts'
import { Transfers } from './Transfers.tsx'

type RemittedInvoice = { number: string; currency: string; amount: string }

/** How a remittance advice that was sent before is paid; nothing when one of its invoices is settled by now. */
export function PayDrawer({ request, onClose }: { request: CustomerRequest; onClose: () => void }): ReactNode {
  const { invoices, paidOn } = request.content as { invoices: readonly RemittedInvoice[]; paidOn: string }
  const query = useQuery(payableQuery(invoices.map(({ number }) => number)))
  const absence = absentStateOf(query)
  const payable = new Map(query.data?.invoices.map((invoice) => [invoice.number, invoice]))
  const parts = invoices.flatMap(({ number, currency, amount }) => {
    const invoice = payable.get(number)
    return invoice ? { number, currency, amount, reference: invoice.reference, account: invoice.account } : []
  })
  return (
    <Drawer open onClose={onClose} title={t('remittance.do')}>
      {absence ? (
        <AbsentState absent={absence} skeleton={<Skeleton className="h-40 w-full" />} />
      ) : parts.length < invoices.length ? (
        <p>{t('remittance.booked')}</p>
      ) : (
        <Transfers advice={request.number} paidOn={paidOn} transfers={transfersOf(parts, request.number)} />
      )}
    </Drawer>
  )
}
