import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  Bell,
  Building2,
  Globe,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Palette,
  PanelTop,
  Rows4,
  ScrollText,
  ShieldCheck,
  Sun,
  UsersRound,
} from 'lucide-react'
import { directionOf, languages } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { switchAccountTo } from '../api/account.ts'
import { useRegionAccounts, visitRegion } from '../api/regions.ts'
import { reportFailedWrite } from '../api/report-error.ts'
import { savePreferences } from '../api/save-preferences.ts'
import { profileQuery } from '../api/viewer.ts'
import { useNavigate } from '../routing/hooks.ts'
import { changeLayout, useLayout } from '../ui/layout.ts'
import { language } from '../ui/locale.ts'
import { t } from '../ui/text.ts'
import { menuFor } from './menu.ts'
import { signOut } from './sign-out.ts'

/** A command of the palette: a page to open, an account to switch to, or an action. */
export type Command = {
  kind: 'pages' | 'accounts' | 'actions'
  name: string
  title: string
  icon: LucideIcon
  run: () => void
}

/** All commands of this person, in display order. */
export function useCommands({ onPanel }: { onPanel: (panel: 'customizer' | 'keys') => void }): Command[] {
  const client = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  return [
    ...usePageCommands(),
    ...(profile?.accounts ?? [])
      .filter((account) => !account.current)
      .map(
        (account): Command => ({
          kind: 'accounts',
          name: `account-${account.number}`,
          title: `${account.name} · ${account.number}`,
          icon: UsersRound,
          run: () => void switchAccountTo(account.number).catch(reportFailedWrite),
        }),
      ),
    ...useRegionAccounts().accounts.map(
      ({ region, name, number }): Command => ({
        kind: 'accounts',
        name: `account-${region.name}-${number}`,
        title: `${name} · ${number} · ${region.title}`,
        icon: UsersRound,
        run: () => void visitRegion(region.name, number).catch(reportFailedWrite),
      }),
    ),
    ...useAppearanceCommands(),
    ...languages
      .filter((code) => code !== language)
      .map((code): Command => {
        const title = t('palette.language', { language: languageNames[code] })
        const choose = () => void savePreferences(client, { language: code }).catch(reportFailedWrite)
        return action(`language-${code}`, title, Globe, choose)
      }),
    action('customizer', t('customizer.open'), Palette, () => onPanel('customizer')),
    action('keys', t('palette.help'), Keyboard, () => onPanel('keys')),
    action('sign-out', t('header.signOut'), LogOut, () => void signOut()),
  ]
}

function action(name: string, title: string, icon: LucideIcon, run: () => void): Command {
  return { kind: 'actions', name, title, icon, run }
}

function usePageCommands(): Command[] {
  const { data: profile } = useQuery(profileQuery)
  const navigate = useNavigate()
  const page = (to: string, title: string, icon: LucideIcon): Command => ({
    kind: 'pages',
    name: `page${to.replaceAll('/', '-')}`,
    title,
    icon,
    run: () => void navigate({ to: to as '/dashboard' }),
  })
  const entries = menuFor(profile?.permissions).flatMap((group) => group.entries)
  return [
    ...entries.map((entry) => page(`/${entry.segment}`, t(entry.label as 'menu.faq'), entry.icon)),
    ...(profile?.permissions.includes('prices')
      ? [page('/profile/statement', t('account.statement'), ScrollText)]
      : []),
    page('/profile/notifications', t('bell.title'), Bell),
    page('/profile/security', t('palette.security'), ShieldCheck),
    page('/profile/company', t('palette.company'), Building2),
  ]
}

/** The commands that change the present appearance. */
function useAppearanceCommands(): Command[] {
  const { mode, rtl, topMenu, density } = useLayout()
  const themes = [
    ['lightMode', Sun],
    ['darkMode', Moon],
    ['systemMode', Monitor],
  ] as const
  return [
    ...themes
      .filter(([theme]) => theme !== mode)
      .map(([theme, icon]) => action(theme, t(`palette.${theme}`), icon, () => changeLayout({ mode: theme }))),
    action('direction', t('palette.direction'), ArrowLeftRight, () => {
      // Back in the direction of the language, the direction follows the language again.
      changeLayout({ rtl: !rtl === (directionOf(language) === 'rtl') ? null : !rtl })
    }),
    action('menu', t('palette.menu'), PanelTop, () => changeLayout({ topMenu: !topMenu })),
    action('density', t('palette.density'), Rows4, () =>
      changeLayout({ density: density === 'compact' ? 'comfortable' : 'compact' }),
    ),
  ]
}
