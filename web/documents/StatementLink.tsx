import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useMay } from '../api/viewer.ts'
import { statementPath } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

/** The way from the invoices to what they add up to, for those who see amounts. */
export function StatementLink() {
  const seesPrices = useMay('prices')
  const seesInvoices = useMay('invoices.read')
  if (!seesPrices || !seesInvoices) return null
  return (
    <Link {...statementPath()} className={`no-print ${buttonClass('quiet', 'small')}`}>
      <ReceiptText aria-hidden size={16} />
      {t('account.statement')}
    </Link>
  )
}
