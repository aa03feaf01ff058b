import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AnnouncementEntry, endAnnouncement } from '#contract/console/content.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { AnnouncementForm, roleName } from './AnnouncementForm.tsx'
import { announcementsQuery, usePublish } from './queries.ts'

const tones = { running: 'good', planned: 'progress', over: 'neutral' } as const
/** What stands in the form: a new one, one of the list, or nothing. */
type Edited = 'new' | AnnouncementEntry | undefined

/** What is announced to customers, and the form that announces it. */
export function Announcements(): ReactNode {
  const query = useQuery(announcementsQuery)
  const [edited, setEdited] = useState<Edited>()
  const absence = absentStateOf(query)
  const announcements = query.data?.announcements ?? []
  return (
    <>
      {edited === undefined ? (
        <Button variant="primary" className="self-start" onClick={() => setEdited('new')}>
          {t('content.announce')}
        </Button>
      ) : (
        <AnnouncementForm
          key={edited === 'new' ? 'new' : edited.id}
          announcement={edited === 'new' ? undefined : edited}
          onDone={() => setEdited(undefined)}
        />
      )}
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="h-40" />} />}
      {query.data && announcements.length === 0 && (
        <EmptyState icon={Megaphone} title={t('content.announcements.none')} />
      )}
      {announcements.length > 0 && (
        <Card padded={false}>
          <ul>
            {announcements.map((announcement) => (
              <Entry
                key={announcement.id}
                announcement={announcement}
                // What stands in the form would be lost.
                onEdit={edited === undefined ? () => setEdited(announcement) : undefined}
                onEnded={() => setEdited((now) => (now !== 'new' && now?.id === announcement.id ? undefined : now))}
              />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

type EntryProps = { announcement: AnnouncementEntry; onEdit: (() => void) | undefined; onEnded: () => void }

function Entry({ announcement, onEdit, onEnded }: EntryProps) {
  const { id, texts, link, place, accounts, roles, startsAt, endsAt, state, dismissed, savedAt, savedBy } = announcement
  const end = usePublish(async () => {
    await call(endAnnouncement, { params: { id } })
    onEnded()
  })
  const text = texts[document.documentElement.lang] ?? Object.values(texts)[0] ?? ''
  const name = text.slice(0, 60)
  const from = formatDateExactly(startsAt)
  const audience = [...accounts, ...roles.map(roleName)].join(', ') || t('content.for.all')
  return (
    <li className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        <StatusChip tone={tones[state]}>{t(`content.state.${state}`)}</StatusChip>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-muted">
        {t(`content.place.${place}`)} · <bdi>{audience}</bdi> ·{' '}
        {endsAt === null
          ? t('content.shown.open', { from })
          : t('content.shown', { from, to: formatDateExactly(endsAt) })}
        {link !== null && (
          <>
            {' '}
            · <bdi dir="ltr">{link}</bdi>
          </>
        )}
      </p>
      <p className="text-sm text-muted">
        {t('content.by', { when: formatDateExactly(savedAt), name: savedBy })}
        {dismissed > 0 && ` · ${t('content.dismissed', { count: dismissed })}`}
      </p>
      {state !== 'over' && (
        <div className="mt-2 flex flex-wrap gap-2">
          {onEdit && (
            <Button size="small" aria-label={t('content.change.name', { text: name })} onClick={onEdit}>
              {t('content.change')}
            </Button>
          )}
          <ConfirmButton
            label={t('content.end.name', { text: name })}
            text={t('content.end.text')}
            write={end}
            onConfirm={() => end.mutate(undefined)}
          >
            {t('content.end')}
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}
