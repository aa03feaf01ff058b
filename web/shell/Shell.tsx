import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react'
import { portalQuery, profileQuery, usePermissions } from '../api/viewer.ts'
import { useLocation } from '../routing/hooks.ts'
import { Outlet } from '../routing/RouterProvider.tsx'
import { useFocusOnRouteChange } from '../routing/use-focus-on-route-change.ts'
import { useLayout } from '../ui/layout.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useMedia } from '../ui/media.ts'
import { footerOf, PortalContext } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { Header, type Panel } from './Header.tsx'
import { activeSegment, menuFor } from './menu.ts'
import { usePreferenceSync } from './preference-sync.ts'
import { SideMenu } from './SideMenu.tsx'

/** Loaded only by people who have chosen it: most have their menu at the side. */
const TopMenu = lazyComponent(() => import('./TopMenu.tsx'), 'TopMenu', {
  fallback: () => <div className="h-[45px] border-b border-border bg-raised" />,
  failureDisplay: 'page',
})
const MenuPanel = lazyComponent(() => import('./Panels.tsx'), 'MenuPanel', { failureDisplay: 'message' })
const KeyboardHelp = lazyComponent(() => import('./Panels.tsx'), 'Keys', { failureDisplay: 'message' })
const Palette = lazyComponent(() => import('./Panels.tsx'), 'PalettePanel', { failureDisplay: 'message' })
const Customizer = lazyComponent(() => import('./Panels.tsx'), 'Customizer', { failureDisplay: 'message' })

const Announcements = lazyComponent(() => import('../announcements/Announcements.tsx'), 'Announcements', {
  failureDisplay: 'nothing',
})

// Memoised, so that opening a panel does not render them again.
const MemoHeader = memo(Header)
const MemoSideMenu = memo(SideMenu)

/** The frame of every signed-in page: menu, header, footer, and the panels that open at the side. */
export function Shell(): ReactNode {
  const pathname = useLocation((location) => location.pathname)
  const { data: portal } = useQuery(portalQuery)
  const { data: profile } = useQuery(profileQuery)
  usePreferenceSync(profile)
  const { topMenu } = useLayout()
  const phone = useMedia('(max-width: 991px)')
  const narrow = useMedia('(max-width: 1200px)')
  /** The person's choice; the window's width decides before it, and again when the width crosses 1200 px. */
  const [railChoice, setChoice] = useState<{ narrow: boolean; rail: boolean } | null>(null)
  const [panel, setPanel] = useState<Panel | null>(null)
  const showPanel = useCallback((requested: Panel) => setPanel((open) => open ?? requested), [])
  const main = useFocusOnRouteChange(pathname)

  const rail = railChoice?.narrow === narrow ? railChoice.rail : narrow
  const permissions = usePermissions()
  const groups = useMemo(() => menuFor(permissions), [permissions])
  const toggle = useCallback(() => setChoice({ narrow, rail: !rail }), [narrow, rail])
  const active = activeSegment(pathname)
  const close = () => setPanel(null)
  // Forgotten as soon as the window is wide: it would keep other panels from opening, and come back by itself.
  if (panel === 'menu' && !phone) close()

  return (
    <PortalContext value={{ name: portal?.name ?? null, today: portal?.today ?? null }}>
      <a
        href="#main"
        className="no-print fixed start-4 top-2 z-50 -translate-y-20 rounded-control bg-text px-4 py-2.5 text-surface focus:translate-y-0"
      >
        {t('shell.skip')}
      </a>
      <div className="flex min-h-dvh">
        {!phone && !topMenu && <MemoSideMenu groups={groups} active={active} rail={rail} onToggle={toggle} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <MemoHeader phone={phone} brand={topMenu && !phone} onPanel={showPanel} />
          {topMenu && !phone && <TopMenu groups={groups} active={active} />}
          <main ref={main} id="main" tabIndex={-1} className="w-full max-w-page flex-1 px-4 py-6 outline-none md:px-6">
            {profile?.announced && <Announcements />}
            <Outlet />
          </main>
          <footer className="px-4 py-4 text-sm text-muted md:px-6">{footerOf(portal?.name)}</footer>
        </div>
      </div>
      {panel === 'menu' && (
        <MenuPanel title={portal?.name ?? t('product.name')} groups={groups} active={active} onClose={close} />
      )}
      {panel === 'keys' && <KeyboardHelp onClose={close} />}
      {panel === 'palette' && <Palette onClose={close} onPanel={setPanel} />}
      {panel === 'customizer' && <Customizer onClose={close} />}
    </PortalContext>
  )
}
