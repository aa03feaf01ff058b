import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion, ReceiptText } from 'lucide-react'
import { useHasPermission } from '../api/viewer.ts'
import { enquiryPath, requestsPath, statementPath } from '../paths.ts'
import { buttonClass } from '../ui/Button.tsx'
import { t } from '../ui/text.ts'

/** Where a list leads to beside its documents: from the invoices to the statement, from the quotes to new ones. */
export function ListLinks({ type }: { type: 'quotes' | 'invoices' }) {
  return type === 'invoices' ? <StatementLink /> : <EnquiryLinks />
}

const quietLinkClass = `no-print ${buttonClass('quiet', 'small')}`

/** For those who see amounts. */
function StatementLink() {
  const seesPrices = useHasPermission('prices')
  const seesInvoices = useHasPermission('invoices.read')
  if (!seesPrices || !seesInvoices) return null
  return (
    <Link {...statementPath()} className={quietLinkClass}>
      <ReceiptText aria-hidden size={16} />
      {t('account.statement')}
    </Link>
  )
}

function EnquiryLinks() {
  if (!useHasPermission('quotes.write')) return null
  return (
    <div className="flex items-center gap-2">
      <Link {...requestsPath()} className={`${quietLinkClass} max-sm:hidden`}>
        <MessageCircleQuestion aria-hidden size={16} />
        {t('account.requests')}
      </Link>
      <Link {...enquiryPath()} className={`no-print ${buttonClass('primary', 'small')}`}>
        {t('account.enquire')}
      </Link>
    </div>
  )
}
