import type { ReactNode } from 'react'
import { isPortalNumber } from '#contract/requests/conversation-rules.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { concernsDocument } from '#contract/requests/rules.ts'
import { documentPath, listPath, requestsPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'

const linkClass =
  'inline-block min-h-6 content-center pointer-coarse:min-h-10 underline decoration-border underline-offset-4 hover:decoration-current'

/** The document that a request is about; for an enquiry or a remittance advice its number, with a link to the quotes that name it. */
export function RequestSubject({ request }: { request: CustomerRequest }): ReactNode {
  const { kind, type, number, state } = request
  if (type === 'account')
    return (
      <Link {...requestsPath({ conversations: 'true' })} className={linkClass}>
        {t('conversation.general')}
      </Link>
    )
  if (concernsDocument(kind) && !isPortalNumber(number))
    return (
      <Link {...documentPath(type, number)} className={linkClass}>
        <Reference>{`${t(`type.${type}.one`)} ${number}`}</Reference>
      </Link>
    )
  return (
    <>
      <Reference>{number}</Reference>
      {type === 'quotes' && ['taken', 'accepted', 'answered'].includes(state) && (
        <Link {...listPath('quotes', { q: number })} className={`no-print text-sm ${linkClass}`}>
          {t('requests.quotes')}
        </Link>
      )}
    </>
  )
}

/** Says that the supplier has written something that the person has not read. */
export function UnreadMark(): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm font-medium">
      <span aria-hidden data-dot className="size-2 rounded-full bg-brand" />
      {t('conversation.new')}
    </span>
  )
}
