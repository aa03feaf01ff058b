import { Bell, BellOff } from 'lucide-react'
import type { DocumentType } from '#contract/values.ts'
import { useNoticeChoice } from '#web/api/notice-choices.ts'
import type { MenuEntry } from '#web/ui/overlays/menu-entry.ts'
import type { Write } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'

/** The entries of a document's menu for following and muting it, and the change they make. */
export function useFollowMenuEntries(type: DocumentType, number: string): { entries: MenuEntry[]; change: Write } {
  const { choice, choose, change } = useNoticeChoice({ subject: 'document', type, key: number })
  const entries: MenuEntry[] = [
    {
      kind: 'action',
      label: t('follow.follow'),
      text: t('follow.follow.text'),
      icon: Bell,
      checked: choice === 'follow',
      onSelect: () => choose(choice === 'follow' ? null : 'follow'),
    },
    {
      kind: 'action',
      label: t('follow.mute'),
      text: t('follow.mute.text'),
      icon: BellOff,
      checked: choice === 'mute',
      onSelect: () => choose(choice === 'mute' ? null : 'mute'),
    },
  ]
  return { entries, change }
}
