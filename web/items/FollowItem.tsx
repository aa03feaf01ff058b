import { Bell, BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNoticeChoice } from '../api/notice-choices.ts'
import { buttonClass } from '../ui/Button.tsx'
import { MenuButton } from '../ui/overlays/MenuButton.tsx'
import type { MenuEntry } from '../ui/overlays/menu-entry.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'

/** Lets a person follow or mute all documents with this item. */
export function FollowItem({ sku }: { sku: string }): ReactNode {
  const { choice, choose, change } = useNoticeChoice({ subject: 'item', key: sku })
  const menuEntry = (option: 'follow' | 'mute', icon: typeof Bell): MenuEntry => ({
    kind: 'action',
    label: t(`follow.${option}`),
    text: t(`follow.${option}.item`),
    icon,
    checked: choice === option,
    onSelect: () => choose(choice === option ? null : option),
  })
  const Icon = choice === 'mute' ? BellOff : Bell
  return (
    <>
      <MenuButton
        entries={[menuEntry('follow', Bell), menuEntry('mute', BellOff)]}
        className={`no-print ${buttonClass()}`}
      >
        <Icon aria-hidden size={18} className={choice === 'follow' ? 'fill-current' : ''} />
        {t(choice === null ? 'follow.follow' : `follow.is.${choice}`)}
      </MenuButton>
      <WriteFault of={change} />
    </>
  )
}
