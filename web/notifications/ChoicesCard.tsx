import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NoticeChoice } from '#contract/notifications/settings.ts'
import { choicesQuery, type Subject, useNoticeChoice } from '../api/notice-choices.ts'
import { documentPath, itemPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'

/** The documents and items that a person follows or has muted, each with a button to undo it. */
export function ChoicesCard(): ReactNode {
  const { data } = useQuery(choicesQuery)
  return (
    <Card title={t('settings.choices')} padded={false}>
      <p className="px-4 pb-4 text-muted sm:px-5">{t('settings.choices.text')}</p>
      {data && data.length > 0 && (
        <ul className="border-t border-border">
          {data.map((choice) => (
            <Row key={`${choice.subject}/${choice.type}/${choice.key}`} one={choice} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const aboutOf = ({ subject, type, key }: NoticeChoice): Subject =>
  subject === 'document' && type !== null ? { subject, type, key } : { subject: 'item', key }

function Row({ one }: { one: NoticeChoice }) {
  const about = aboutOf(one)
  const { choose, change } = useNoticeChoice(about)
  const Icon = one.choice === 'follow' ? Bell : BellOff
  const link = about.subject === 'document' ? documentPath(about.type, about.key) : itemPath(about.key)
  const kind = about.subject === 'document' ? t(`type.${about.type}.one`) : t('settings.choices.item')
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-3 border-b border-border ps-4 pe-2 last:border-0 sm:ps-5">
      <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 break-words">
        <span className="sr-only">
          {t(one.choice === 'follow' ? 'settings.choices.followed' : 'settings.choices.muted')}{' '}
        </span>
        {kind}{' '}
        <Link {...link} className="underline underline-offset-3">
          <bdi>{one.key}</bdi>
        </Link>
      </span>
      <IconButton
        label={t('settings.choices.remove', { name: one.key })}
        disabled={change.isPending}
        onClick={() => choose(null)}
      >
        <X aria-hidden size={16} />
      </IconButton>
      <WriteFault of={change} />
    </li>
  )
}
