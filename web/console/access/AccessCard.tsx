import type { ReactNode } from 'react'
import { BrandLogo } from '#web/ui/BrandLogo.tsx'
import { LanguageMenu } from '#web/ui/LanguageMenu.tsx'
import { usePageTitle } from '#web/ui/portal.ts'

type AccessCardProps = { title: string; lead?: string | undefined; children: ReactNode }

/** The centred card of a page before the sign-in. */
export function AccessCard({ title, lead, children }: AccessCardProps): ReactNode {
  usePageTitle(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 py-10">
      <div className="w-full max-w-[420px] rounded-card border border-border bg-raised p-6 sm:p-8">
        <BrandLogo className="mb-5 size-10" />
        <h1 className="text-xl font-semibold text-balance break-words">{title}</h1>
        {lead && <p className="mt-1 break-words text-muted">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
      <LanguageMenu />
    </main>
  )
}
