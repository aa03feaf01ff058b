import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endStaffSession } from '#contract/console/access.ts'
import { call } from '#web/api/call.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDateExactly } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { OwnPicture } from './OwnPicture.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { sessionsQuery, useMe } from './queries.ts'

/** Where the member of staff is signed in. */
export function SessionsPage(): ReactNode {
  const query = useQuery(sessionsQuery)
  const cache = useQueryClient()
  const me = useMe()
  const end = useMutation({
    mutationFn: (id: string) => call(endStaffSession, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto w-full max-w-3xl p-4 md:p-6">
      <PageHeader title={t('console.sessions')} lead={t('console.sessions.lead')} />
      <Card padded={false}>
        {absence ? (
          <AbsentState absent={absence} skeleton={<Skeleton className="m-5 h-24" />} />
        ) : (
          <ul>
            {query.data?.sessions.map(({ id, device, network, firstSeen, lastSeen, current }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-border px-4 py-3 last:border-0 sm:px-5"
              >
                <div className="min-w-0">
                  <p className="font-medium">{device ?? t('console.sessions.unknown')}</p>
                  <p className="text-sm text-muted">
                    {t('console.sessions.text', {
                      network: network ?? '–',
                      since: formatDateExactly(firstSeen),
                      last: formatDateExactly(lastSeen),
                    })}
                  </p>
                </div>
                {current ? (
                  <span className="text-sm text-muted">{t('console.sessions.current')}</span>
                ) : (
                  <Button size="small" write={end.variables === id ? end : undefined} onClick={() => end.mutate(id)}>
                    {t('console.sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div className="mt-6 flex flex-col gap-6">
        {me && <OwnPicture me={me} at={query.data?.pictureAt ?? null} />}
        <PasskeysCard />
      </div>
    </div>
  )
}
