import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/routing/Link.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { t } from '#web/ui/text.ts'

/** The page of one way by which files come, with the way back to all of them. */
export function SourceFrame({ children }: { children: ReactNode }) {
  usePageTitle(t('imports.sources'))
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <Link
        to="/imports"
        search={{ tab: 'sources' }}
        className="inline-flex min-h-10 items-center gap-2 self-start text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('imports.source.back')}
      </Link>
      {children}
    </div>
  )
}
