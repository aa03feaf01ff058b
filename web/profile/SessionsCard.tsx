import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { endOtherSessions, endSession, type SessionEntry } from '#contract/auth/sessions.ts'
import { call } from '../api/call.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatDate } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { label, t } from '../ui/text.ts'
import { Entries, EntriesLead, EntriesSkeleton, Entry, NoEntries } from './Entries.tsx'
import { useGuardedChange } from './proof.ts'
import { pastSessionsQuery, sessionsQuery } from './queries.ts'
import { signInOrigin } from './sign-in-origin.ts'

/** The person's current and past sessions. */
export function SessionsCard(): ReactNode {
  const sessions = useQuery(sessionsQuery)
  const end = useGuardedChange((id: string) => call(endSession, { params: { id } }))
  const endOthers = useGuardedChange(() => call(endOtherSessions, {}))
  const absentState = absentStateOf(sessions)
  const others = sessions.data?.sessions.some((entry) => !entry.current)
  return (
    <Card
      title={t('security.sessions')}
      padded={false}
      action={
        others && (
          <ConfirmButton
            label={t('security.sessions.endOthers')}
            text={t('security.sessions.endOthers.text')}
            write={endOthers}
            onConfirm={() => endOthers.mutate(undefined)}
          >
            {t('security.sessions.endOthers')}
          </ConfirmButton>
        )
      }
    >
      <EntriesLead>{t('security.sessions.text')}</EntriesLead>
      {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={3} />} />}
      <Entries>
        {sessions.data?.sessions.map((entry) => (
          <Entry
            key={entry.id}
            title={deviceOf(entry)}
            beside={entry.current && <StatusChip tone="good">{t('security.sessions.this')}</StatusChip>}
            text={sessionDetails(entry, t('security.sessions.seen', { date: formatDate(entry.lastSeen) }))}
            action={
              !entry.current && (
                <Button
                  size="small"
                  aria-label={t('security.sessions.end.name', { device: deviceOf(entry) })}
                  write={end.variables === entry.id ? end : undefined}
                  onClick={() => end.mutate(entry.id)}
                >
                  {t('security.sessions.end')}
                </Button>
              )
            }
          />
        ))}
      </Entries>
      <SessionHistory />
    </Card>
  )
}

/** The past sessions, loaded page by page once the list is opened. */
function SessionHistory() {
  const [open, setOpen] = useState(false)
  return (
    <details className="group border-t border-border" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-4 py-3 font-medium hover:bg-hover sm:px-5 [&::-webkit-details-marker]:hidden">
        {t('security.history')}
        <ChevronDown aria-hidden size={20} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {open && <PastSessions />}
    </details>
  )
}

function PastSessions() {
  const past = useInfiniteQuery(pastSessionsQuery)
  const absentState = absentStateOf(past)
  const entries = past.data?.pages.flatMap((page) => page.sessions) ?? []
  return (
    <>
      {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={3} />} />}
      {past.data && entries.length === 0 && <NoEntries>{t('security.history.none')}</NoEntries>}
      <Entries>
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            title={deviceOf(entry)}
            text={sessionDetails(entry, t('security.history.when', { date: formatDate(entry.firstSeen) }))}
          />
        ))}
      </Entries>
      {past.hasNextPage && (
        <div className="border-t border-border p-4 sm:px-5">
          <Button size="small" pending={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
            {t('security.history.more')}
          </Button>
        </div>
      )}
    </>
  )
}

const deviceOf = ({ device }: SessionEntry) => device ?? t('security.device.unknown')

function sessionDetails({ network, place, signedInBy }: SessionEntry, when: string): string {
  return [when, ...signInOrigin(network, place), label(`security.signedInBy.${signedInBy}`)].join(' · ')
}
