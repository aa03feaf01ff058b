import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import { colleagueName } from '#contract/requests/mentions.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { MenuButton } from '#web/ui/overlays/MenuButton.tsx'
import type { MenuEntry } from '#web/ui/overlays/menu-entry.ts'
import { t } from '#web/ui/text.ts'
import { colleaguesQuery } from './colleagues.ts'

type MentionButtonProps = { type: RequestSubject; onChoose: (name: string) => void }

/** A menu of the colleagues who read the conversation: the one who is chosen is named in the message. */
export function MentionButton({ type, onChoose }: MentionButtonProps): ReactNode {
  const [isNear, setIsNear] = useState(false)
  const { data } = useQuery({ ...colleaguesQuery(type), enabled: isNear })
  const entries = (data ?? []).map(
    (colleague): MenuEntry => ({
      kind: 'action',
      label: colleagueName(colleague),
      onSelect: () => onChoose(colleagueName(colleague)),
    }),
  )
  if (data?.length === 0)
    entries.push({ kind: 'note', title: t('conversation.mention'), text: t('conversation.mention.none') })
  return (
    <span role="presentation" onPointerEnter={() => setIsNear(true)} onFocus={() => setIsNear(true)}>
      <MenuButton entries={entries} aria-label={t('conversation.mention')} className={buttonClass('quiet')}>
        <AtSign aria-hidden size={16} />
      </MenuButton>
    </span>
  )
}
