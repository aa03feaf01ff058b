import { MessageCircleQuestion } from 'lucide-react'
import { useHasPermission } from '#web/api/viewer.ts'
import { enquiryPath, requestsPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'

/** The links of the list of quotes besides its documents: to what was requested, and to the form for a quote. */
export function ListLinks() {
  if (useHasPermission('quotes.write') === false) return null
  return (
    <div className="flex items-center gap-2">
      <Link {...requestsPath()} className={`no-print ${buttonClass('quiet', 'small')} max-sm:hidden`}>
        <MessageCircleQuestion aria-hidden size={16} />
        {t('account.requests')}
      </Link>
      <Link {...enquiryPath()} className={`no-print ${buttonClass('primary', 'small')}`}>
        {t('account.enquire')}
      </Link>
    </div>
  )
}
