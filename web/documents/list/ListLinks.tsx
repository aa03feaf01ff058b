import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion, ReceiptText } from 'lucide-react'
import { useHasPermission } from '#web/api/viewer.ts'
import { enquiryPath, requestsPath, statementPath } from '#web/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'

/** The links of a list besides its documents: from invoices to the statement, from quotes to enquiries. */
export function ListLinks({ type }: { type: 'quotes' | 'invoices' }) {
  return type === 'invoices' ? <StatementLink /> : <EnquiryLinks />
}

const quietLinkClass = `no-print ${buttonClass('quiet', 'small')}`

/** For members who may see prices and invoices. */
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
