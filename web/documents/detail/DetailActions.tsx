import { CircleHelp, Ellipsis, Link2, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { faqPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { MenuButton } from '#web/ui/overlays/MenuButton.tsx'
import type { MenuEntry } from '#web/ui/overlays/menu-entry.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useFollowMenuEntries } from './follow-menu.ts'
import { PaperButton } from './PaperButton.tsx'

type DetailActionsProps = {
  detail: DocumentDetail
  /** Further actions, listed before those that every page offers. */
  entries?: readonly MenuEntry[]
}

/** What every page of a document offers: its paper, and a menu. */
export function DetailActions({ detail, entries = [] }: DetailActionsProps): ReactNode {
  const { type, number } = detail
  const follow = useFollowMenuEntries(type, number)
  const copyLink = () =>
    void navigator.clipboard?.writeText(window.location.href).then(() => showToast('good', t('detail.linkCopied')))
  const menuEntries: MenuEntry[] = [
    ...entries,
    ...(entries.length > 0 ? [{ kind: 'line' } as const] : []),
    ...follow.entries,
    { kind: 'line' },
    { kind: 'action', label: t('detail.copyLink'), icon: Link2, onSelect: copyLink },
    { kind: 'action', label: t('detail.print'), icon: Printer, onSelect: () => window.print() },
    {
      kind: 'link',
      label: t('detail.help'),
      icon: CircleHelp,
      link: <Link {...faqPath({ about: `${type}/${number}` })} />,
    },
  ]
  return (
    <div className="no-print flex max-w-full shrink-0 flex-wrap items-center gap-2">
      <PaperButton detail={detail} />
      <MenuButton
        entries={menuEntries}
        aria-label={t('detail.actions')}
        className={`${buttonClass('secondary')} w-9 px-0! pointer-coarse:w-10`}
      >
        <Ellipsis aria-hidden size={18} />
      </MenuButton>
      <WriteFault of={follow.change} />
    </div>
  )
}
