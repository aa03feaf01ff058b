import type { ReactNode } from 'react'
import type { CustomerEvent } from '#contract/console/customers.ts'
import { isRole } from '#contract/permissions.ts'
import { formatDateExactly } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'

/** What was done, the newest first: in words, with who did it and what it was before. */
export function Events({ events }: { events: readonly CustomerEvent[] }): ReactNode {
  if (events.length === 0) return <p className="text-muted">{t('customers.events.none')}</p>
  return (
    <ol className="flex flex-col gap-2.5">
      {events.map(({ id, at, action, by, byStaff, person, before, after }) => {
        const change = [before, after].flatMap((value) => (value === null ? [] : [wordOf(value)]))
        return (
          <li key={id} className="text-sm">
            <p>
              {t(`customers.event.${action}`)}
              {person !== null && (
                <>
                  {' · '}
                  <bdi>{person}</bdi>
                </>
              )}
              {change.length > 0 && (
                <>
                  {' · '}
                  <bdi>{change.join(' → ')}</bdi>
                </>
              )}
            </p>
            <p className="text-muted">
              <time dateTime={at}>{formatDateExactly(at)}</time>
              {by !== null && (
                <>
                  {' · '}
                  <bdi>{byStaff ? t('customers.event.byStaff', { name: by }) : by}</bdi>
                </>
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

/** A role or a duty in words; anything else as it is. */
function wordOf(value: string): string {
  if (isRole(value)) return t(`profile.role.${value}`)
  if (value === 'manager' || value === 'deputy') return t(`customers.duty.${value}`)
  return value
}
