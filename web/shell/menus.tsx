import { useQuery } from '@tanstack/react-query'
import { CircleHelp, ExternalLink, LogOut, UserRound } from 'lucide-react'
import { switchAccountTo } from '../api/account.ts'
import { useRegionAccounts, visitRegion } from '../api/regions.ts'
import { reportFailedWrite } from '../api/report-error.ts'
import { portalQuery, profileQuery } from '../api/viewer.ts'
import { Link } from '../routing/Link.tsx'
import { MenuPopup } from '../ui/overlays/MenuPopup.tsx'
import type { MenuEntry, PopupProps } from '../ui/overlays/menu-entry.ts'
import { t } from '../ui/text.ts'
import { signOut } from './sign-out.ts'

/* The menus of the header, loaded when a pointer or the focus comes near one. */

/** The menu of the operator's links. */
export function LinkEntries(popup: PopupProps) {
  const { data: portal } = useQuery(portalQuery)
  const entries = (portal?.links ?? []).map(
    (link): MenuEntry => ({
      kind: 'link',
      label: link.label,
      icon: ExternalLink,
      link: (
        <a href={link.url} target="_blank" rel="noopener noreferrer">
          {link.label}
        </a>
      ),
    }),
  )
  return <MenuPopup {...popup} entries={entries} />
}

/** The user menu: the person, their accounts, profile, help and sign-out. */
export function UserEntries(popup: PopupProps) {
  const { data: profile } = useQuery(profileQuery)
  const accounts = profile && profile.accounts.length > 1 ? profile.accounts : []
  const choices = accounts.map(
    (account): MenuEntry => ({
      kind: 'action',
      label: account.name,
      text: account.number,
      checked: account.current,
      onSelect: () => {
        if (!account.current) switchAccountTo(account.number).catch(reportFailedWrite)
      },
    }),
  )
  const { accounts: elsewhere, unavailable } = useRegionAccounts()
  const inRegions = elsewhere.map(
    ({ region, name, number }): MenuEntry => ({
      kind: 'action',
      label: name,
      text: `${number} · ${region.title}`,
      icon: ExternalLink,
      onSelect: () => void visitRegion(region.name, number).catch(reportFailedWrite),
    }),
  )
  const entries: MenuEntry[] = []
  if (profile) entries.push({ kind: 'note', title: profile.user.name, text: profile.user.email }, { kind: 'line' })
  for (const [label, group] of [
    [t('header.accounts'), choices],
    [t('header.accounts.regions'), inRegions],
  ] as const)
    if (group.length > 0) entries.push({ kind: 'group', label, entries: group }, { kind: 'line' })
  for (const { title } of unavailable)
    entries.push({ kind: 'note', title, text: t('header.region.unavailable') }, { kind: 'line' })
  entries.push(
    { kind: 'link', label: t('menu.profile'), icon: UserRound, link: <Link to="/profile" /> },
    { kind: 'link', label: t('menu.faq'), icon: CircleHelp, link: <Link to="/faq" /> },
    { kind: 'line' },
    { kind: 'action', label: t('header.signOut'), icon: LogOut, onSelect: () => void signOut() },
  )
  return <MenuPopup {...popup} entries={entries} />
}
