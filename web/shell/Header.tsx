import { useQuery } from '@tanstack/react-query'
import { Link2, Menu, Palette } from 'lucide-react'
import { portalQuery, profileQuery } from '../api/viewer.ts'
import { NotificationBell } from '../notifications/NotificationBell.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Initials } from '../ui/Initials.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { MenuButton } from '../ui/overlays/MenuButton.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Brand } from './Brand.tsx'
import { SearchBox } from './SearchBox.tsx'

const UserEntries = lazyComponent(() => import('./menus.tsx'), 'UserEntries', { failureDisplay: 'message' })
const LinkEntries = lazyComponent(() => import('./menus.tsx'), 'LinkEntries', { failureDisplay: 'message' })
const Picture = lazyComponent(() => import('./Picture.tsx'), 'Picture', { failureDisplay: 'nothing' })

/** Named in the HTML page itself, so that nothing moves when the links arrive. */
const expectsLinks = document.querySelector('meta[name=portal-links]') !== null

const headerButtonClass =
  'inline-flex h-9 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text pointer-coarse:h-10'

/** The panels that open beside the page. */
export type Panel = 'menu' | 'customizer' | 'keys' | 'palette'

type HeaderProps = {
  phone: boolean
  brand: boolean
  onPanel: (panel: Panel) => void
}

/** The header with search, notifications, appearance, links and user menu; 64 px high, always in sight. */
export function Header({ phone, brand, onPanel }: HeaderProps) {
  const { data: portal } = useQuery(portalQuery)
  return (
    <header className="no-print sticky top-0 z-20 flex h-16 items-center gap-2 border-b border-border bg-raised px-4 md:gap-4 md:px-6">
      {phone && (
        <IconButton
          label={t('shell.menu.open')}
          tooltip="none"
          aria-haspopup="dialog"
          onClick={() => onPanel('menu')}
          className="-ms-2"
        >
          <Menu aria-hidden size={20} />
        </IconButton>
      )}
      {brand && <Brand />}
      <SearchBox onPanel={onPanel} />
      <div className="flex shrink-0 items-center gap-0.5">
        <NotificationBell />
        <IconButton label={t('customizer.open')} aria-haspopup="dialog" onClick={() => onPanel('customizer')}>
          <Palette aria-hidden size={20} />
        </IconButton>
        {(portal ? portal.links.length > 0 : expectsLinks) && <Links />}
        <UserMenu compact={phone} />
      </div>
    </header>
  )
}

function Links() {
  return (
    <MenuButton
      aria-label={t('header.links')}
      popup={LinkEntries}
      className={`${headerButtonClass} w-9 pointer-coarse:w-10`}
    >
      <Link2 aria-hidden size={20} />
    </MenuButton>
  )
}

/** The user menu. Its width does not depend on the name, so that nothing beside it moves. */
function UserMenu({ compact }: { compact: boolean }) {
  const { data: profile } = useQuery(profileQuery)
  return (
    <MenuButton popup={UserEntries} className={`${headerButtonClass} h-11! gap-2.5 px-1`}>
      <span className="sr-only">{t('header.user')} </span>
      <span className={compact ? 'sr-only' : 'sr-only text-end md:not-sr-only md:block md:w-44 xl:w-64'}>
        {profile ? (
          <>
            <span className="block truncate text-sm font-medium text-text">{profile.user.name}</span>{' '}
            <span className="block truncate text-xs text-muted">{profile.account.name}</span>
          </>
        ) : (
          <Skeleton className="h-7 w-28" />
        )}
      </span>
      <Initials name={profile?.user.name ?? ''}>
        {profile?.user.avatarAt && <Picture at={profile.user.avatarAt} />}
      </Initials>
    </MenuButton>
  )
}
