import { useState } from 'react'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { pendingStates } from '#contract/requests/rules.ts'
import { useHasPermission } from '../api/viewer.ts'
import { Button } from '../ui/Button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { t } from '../ui/text.ts'

const PayDrawer = lazyComponent(() => import('./remittance/PayDrawer.tsx'), 'PayDrawer', { failureDisplay: 'message' })

/** Shows how a remittance advice that waits is paid, to people who may pay and see prices. */
export function PayButton({ request }: { request: CustomerRequest }) {
  const [open, setOpen] = useState(false)
  const mayPay = useHasPermission('invoices.write') === true
  const seesPrices = useHasPermission('prices') === true
  if (!mayPay || !seesPrices || !pendingStates.some((state) => state === request.state)) return null
  return (
    <span className="no-print">
      <Button size="small" aria-haspopup="dialog" onPointerEnter={PayDrawer.load} onClick={() => setOpen(true)}>
        {t('requests.pay')}
      </Button>
      {open && <PayDrawer request={request} onClose={() => setOpen(false)} />}
    </span>
  )
}
