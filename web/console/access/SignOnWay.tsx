import { queryOptions, useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { type StaffSignOnFailure, showStaffSignOn, startStaffSignOn } from '#contract/console/sign-on.ts'
import { call } from '#web/api/call.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { t } from '#web/ui/text.ts'

const signOnQuery = queryOptions({
  queryKey: ['signOn'],
  queryFn: ({ signal }) => call(showStaffSignOn, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The sign-in at the supplier's identity provider, where it has one. */
export function SignOnWay(): ReactNode {
  const provider = useQuery(signOnQuery).data?.provider
  if (!provider) return null
  return (
    <a
      href={`/api${startStaffSignOn.path}`}
      onClick={rememberPage}
      className={`${buttonClass('secondary', 'large')} w-full`}
    >
      <LogIn aria-hidden size={20} className="directional" />
      {t('login.signOn', { name: provider })}
    </a>
  )
}

const failures = {
  refused: 'login.signOn.refused',
  expired: 'login.signOn.expired',
  unavailable: 'login.signOn.unavailable',
  unknown: 'console.signOn.unknown',
  oneFactor: 'console.signOn.oneFactor',
  groupsCut: 'console.signOn.groupsCut',
  noRole: 'console.signOn.noRole',
  disabled: 'console.signOn.disabled',
  another: 'console.signOn.another',
} as const satisfies Record<StaffSignOnFailure, string>

/** Why the single sign-on failed with which this page was opened; undefined: it did not. */
export function signOnFault(): string | undefined {
  const why = new URLSearchParams(location.search).get('signOn') ?? ''
  return Object.hasOwn(failures, why) ? t(failures[why as StaffSignOnFailure]) : undefined
}

const key = 'consolePage'

function rememberPage(): void {
  const { pathname, search } = location
  if (signOnFault() === undefined && pathname !== '/console/') sessionStorage.setItem(key, pathname + search)
}

/** Leads back to the page on which somebody began to sign in. */
export function returnToPage(): void {
  const page = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (page?.startsWith('/console/') && location.pathname === '/console/') location.replace(page)
}
