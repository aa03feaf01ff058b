import type { ReactNode } from 'react'
import { session } from '../api/browser-session.ts'
import { BrandLogo } from '../ui/BrandLogo.tsx'
import type { Faults } from '../ui/form.ts'
import { LanguageMenu } from '../ui/LanguageMenu.tsx'
import { footerOf, usePageTitle, usePortalName } from '../ui/portal.ts'
import { t } from '../ui/text.ts'

/** A signed-in person who opened a mailed link reads the terms inside the portal. */
export const termsPath = () => (session.signedIn() ? '/profile/terms' : '/termsConditions')

type AuthCardProps = {
  title: string
  lead?: string | undefined
  logo?: string | null | undefined
  wide?: boolean
  children: ReactNode
  /** Links under the card, beside that to the terms. */
  links?: ReactNode
}

/** The centred card of every signed-out page. */
export function AuthCard({ title, lead, logo, wide = false, children, links }: AuthCardProps): ReactNode {
  usePageTitle(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-4 py-10">
      <div
        className={`w-full rounded-card border border-border bg-raised p-6 sm:p-8 ${wide ? 'max-w-[680px]' : 'max-w-[420px]'}`}
      >
        <BrandLogo logo={logo} className="mb-5 size-10" />
        <h1 className="text-xl font-semibold text-balance break-words">{title}</h1>
        {lead && <p className="mt-1 break-words text-muted">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
      <nav
        aria-label={t('auth.links')}
        className="flex min-h-6 flex-wrap items-center justify-center gap-x-5 gap-y-2 text-sm"
      >
        {links}
        <LanguageMenu />
        {location.pathname !== termsPath() && (
          <a href={termsPath()} className={linkClass}>
            {t('auth.terms')}
          </a>
        )}
      </nav>
      <p className="text-sm text-muted">{footerOf(usePortalName())}</p>
    </main>
  )
}

/** The look of a link inside and under the card. */
export const linkClass =
  'text-muted underline underline-offset-3 hover:text-text min-h-6 content-center pointer-coarse:min-h-10'

/** Leads back to the sign-in, or to the portal for a signed-in person. */
export function BackLink(): ReactNode {
  return (
    <a href="/" className={linkClass}>
      {t(session.signedIn() ? 'action.back' : 'auth.back')}
    </a>
  )
}

/** The fault that concerns a form as a whole; read out when it appears. */
export function FormFault({ faults }: { faults: Faults }): ReactNode {
  return (
    <div role="alert" className="empty:hidden">
      {faults.form && (
        <p className="rounded-control border border-bad-border bg-bad-bg px-3 py-2 text-bad">{faults.form}</p>
      )}
    </div>
  )
}

/** The divider between the form and the other ways to sign in. */
export function OrDivider(): ReactNode {
  return (
    <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {t('login.or')}
    </p>
  )
}

/** A message from the page before. */
export function Notice({ children }: { children: string | null }): ReactNode {
  return (
    <div role="status" className="empty:hidden">
      {children && (
        <p className="rounded-control border border-info-border bg-info-bg px-3 py-2 text-info">{children}</p>
      )}
    </div>
  )
}
