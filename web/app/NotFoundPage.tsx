import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../routing/Link.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { usePageTitle } from '../ui/portal.ts'
import { t } from '../ui/text.ts'

export function NotFoundPage(): ReactNode {
  usePageTitle(t('notFound.title'))
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-24 text-center">
      <Compass aria-hidden size={32} className="mb-4 text-muted" />
      <h1 className="mb-2 text-xl font-semibold">{t('notFound.title')}</h1>
      <p className="mb-6 text-muted">{t('notFound.text')}</p>
      <Link to="/" className={buttonClass('primary')}>
        {t('notFound.action')}
      </Link>
    </div>
  )
}
