import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileQuestion, LogOut, MonitorSmartphone, Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { signOutOfConsole } from '#contract/console/access.ts'
import type { StaffPermission } from '#contract/console/staff.ts'
import { CallError, call } from '../api/call.ts'
import { connection } from '../api/connection.ts'
import { useLocation } from '../routing/hooks.ts'
import { Link } from '../routing/Link.tsx'
import { Outlet, useRouter } from '../routing/RouterProvider.tsx'
import { useFocusOnRouteChange } from '../routing/use-focus-on-route-change.ts'
import { BrandLogo } from '../ui/BrandLogo.tsx'
import { buttonClass, IconButton } from '../ui/Button.tsx'
import { LanguageMenu } from '../ui/LanguageMenu.tsx'
import { changeLayout, isDark, useLayout } from '../ui/layout.ts'
import { useMedia } from '../ui/media.ts'
import { usePortalName } from '../ui/portal.ts'
import { ConnectionNote } from '../ui/states/ConnectionNote.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { t } from '../ui/text.ts'
import { useMe } from './access/queries.ts'
import { forgetDrafts } from './inbox/drafts.ts'
import { followChanges } from './live.ts'
import { portalQuery } from './portal-query.ts'
import { Bell } from './today/Bell.tsx'

const linkClass =
  'inline-flex h-9 items-center rounded-control px-3 font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-hover aria-[current=page]:text-text pointer-coarse:h-10'

/** What every page of the console has: the way to the others, and what belongs to whoever is signed in. */
export function Frame(): ReactNode {
  const name = usePortalName()
  const { data: portal } = useQuery(portalQuery)
  const cache = useQueryClient()
  const connectionLoss = useSyncExternalStore(connection.watch, connection.current)
  useEffect(() => followChanges(cache), [cache])
  // Where a request opens beside the queue, whoever goes through the queue stays in it.
  const isBeside = useMedia('(min-width: 1024px)')
  const pathname = useLocation((location) =>
    isBeside ? location.pathname.replace(/^\/requests\/.*/, '/requests') : location.pathname,
  )
  const main = useFocusOnRouteChange(pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-control bg-raised px-4 py-2 focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-10"
      >
        {t('console.skip')}
      </a>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border bg-raised px-4 py-2 md:px-6">
        <Link to="/" search={{}} aria-label={name} className="inline-flex items-center gap-2 font-semibold">
          <BrandLogo logo={portal?.logo} className="size-8" />
          <span className="max-sm:sr-only">{name}</span>
        </Link>
        <Own />
        <Navigation />
      </header>
      <main ref={main} id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      {connectionLoss && <ConnectionNote since={connectionLoss} />}
    </div>
  )
}

/** The pages of the console, each with what a role must allow for it; null: for all. */
const pages = [
  { to: '/', permission: null, title: 'console.today' },
  { to: '/requests', permission: 'requests.read', title: 'console.requests' },
  { to: '/customers', permission: 'customers.read', title: 'console.customers' },
  { to: '/people', permission: 'customers.read', title: 'console.people' },
  { to: '/view-as', permission: 'view.as', title: 'console.viewAs' },
  { to: '/intake', permission: 'intake.read', title: 'console.intake' },
  { to: '/imports', permission: 'intake.read', title: 'console.imports' },
  { to: '/keys', permission: 'keys.write', title: 'console.apiKeys' },
  { to: '/content', permission: 'templates.write', title: 'console.content' },
  { to: '/insight', permission: 'insight.read', title: 'console.insight' },
  { to: '/audit', permission: 'audit.read', title: 'console.audit' },
  { to: '/system', permission: 'system.read', title: 'console.system' },
  { to: '/absences', permission: null, title: 'console.absences' },
  { to: '/staff', permission: 'staff.write', title: 'console.staff' },
] as const satisfies readonly { to: string; permission: StaffPermission | null; title: string }[]

function Navigation() {
  const permissions = useMe()?.permissions ?? []
  const router = useRouter()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // After the page has been painted: before that its layout would be worked out for the links alone.
    const stop = router.subscribe('rendered', () => {
      clearTimeout(timer)
      timer = setTimeout(() => nav.current && showCurrent(nav.current), 100)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [router])
  return (
    <nav
      ref={nav}
      aria-label={t('console.pages')}
      className="fades-sideways -mx-3 flex basis-full gap-1 overflow-x-auto"
    >
      {pages
        .filter(({ permission }) => permission === null || permissions.includes(permission))
        .map(({ to, title }) => (
          <Link
            key={to}
            to={to}
            search={{}}
            activeOptions={{ includeSearch: false, exact: to === '/' }}
            className={linkClass}
          >
            {t(title)}
          </Link>
        ))}
    </nav>
  )
}

/** Scrolls a row of links sideways, never the page, until the current one is in its middle: on a phone most are out of sight. */
function showCurrent(row: HTMLElement) {
  const link = row.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!link) return
  const { left, width } = row.getBoundingClientRect()
  row.scrollBy({ left: link.left + link.width / 2 - (left + width / 2) })
}

/** The name of whoever is signed in, language, theme, sessions and the way out. */
function Own() {
  const me = useMe()
  const { mode } = useLayout()
  const dark = isDark(mode)
  const leave = useMutation({
    meta: { hasNoButton: true },
    mutationFn: () =>
      call(signOutOfConsole, {}).catch((error: unknown) => {
        // The session is over already.
        if (!(error instanceof CallError && error.status === 401)) throw error
      }),
    // Only once the server has ended the session: otherwise it would go on behind a page that says nothing of it.
    onSuccess: () => {
      forgetDrafts()
      location.replace('/console/')
    },
  })
  return (
    <div className="ms-auto flex items-center gap-1">
      <span className="max-w-48 truncate px-2 text-sm text-muted max-md:hidden">{me?.name}</span>
      <Bell />
      <LanguageMenu />
      <IconButton
        key={mode}
        label={t(dark ? 'console.light' : 'console.dark')}
        onClick={() => changeLayout({ mode: dark ? 'lightMode' : 'darkMode' })}
      >
        {dark ? <Sun aria-hidden size={18} /> : <Moon aria-hidden size={18} />}
      </IconButton>
      <Link
        to="/sessions"
        aria-label={t('console.sessions')}
        title={t('console.sessions')}
        className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-10"
      >
        <MonitorSmartphone aria-hidden size={18} />
      </Link>
      <IconButton label={t('console.signOut')} onClick={() => leave.mutate()}>
        <LogOut aria-hidden size={18} className="directional" />
      </IconButton>
    </div>
  )
}

/** At an address of the console that leads nowhere. */
export function NoPage(): ReactNode {
  return (
    <EmptyState icon={FileQuestion} title={t('console.noPage')}>
      <Link to="/" className={buttonClass('secondary')}>
        {t('console.today')}
      </Link>
    </EmptyState>
  )
}
