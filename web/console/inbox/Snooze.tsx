import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AlarmClock } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type InboxRequest, mostSnoozeDays, snoozeRequest } from '#contract/console/inbox.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDateExactly, localDate } from '#web/ui/format.ts'
import { Popover } from '#web/ui/overlays/Popover.tsx'
import { type Write, WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { requestQuery } from './queries.ts'
import { useShortcuts } from './shortcuts.ts'

/** The hour of the day, of whoever looks, at which a request is back. */
const hourBack = 8
const choices = [
  ['inbox.snooze.tomorrow', 1],
  ['inbox.snooze.days', 3],
  ['inbox.snooze.week', 7],
] as const

/** The morning so many days from now. */
function morningIn(days: number): Date {
  const morning = new Date()
  morning.setDate(morning.getDate() + days)
  morning.setHours(hourBack, 0, 0, 0)
  return morning
}

/** Puts a request off until a day, or takes it back; it is back by itself when anything of it changes. */
export function Snooze({ request }: { request: InboxRequest }): ReactNode {
  const { id, snoozedUntil } = request
  const cache = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const snooze = useMutation({
    mutationFn: (until: Date | null) =>
      call(snoozeRequest, { params: { id }, body: { until: until?.toISOString() ?? null } }),
    onSuccess: (changed) => cache.setQueryData(requestQuery(id).queryKey, changed),
    onSettled: () => cache.invalidateQueries({ queryKey: ['inbox', 'list'] }),
  })
  useShortcuts({ s: () => frame.current?.querySelector('button')?.click() })
  if (snoozedUntil !== null)
    return (
      <div ref={frame} className="mt-4 flex flex-wrap items-center gap-3">
        <p className="text-muted">{t('inbox.snoozed.until', { when: formatDateExactly(snoozedUntil) })}</p>
        <Button size="small" write={snooze} onClick={() => snooze.mutate(null)}>
          {t('inbox.snooze.end')}
        </Button>
      </div>
    )
  const label = (
    <>
      <AlarmClock aria-hidden size={16} />
      {t('inbox.snooze')}
    </>
  )
  return (
    <div ref={frame} className="mt-4">
      <Popover label={t('inbox.snooze')} button={label} buttonClassName={buttonClass('secondary', 'small')}>
        {(close) => (
          <SnoozeChoice
            write={snooze}
            choose={(until) => snooze.mutate(until, { onSuccess: close })}
            send={async (until) => {
              await snooze.mutateAsync(until)
              close()
            }}
          />
        )}
      </Popover>
    </div>
  )
}

type SnoozeChoiceProps = { write: Write; choose: (until: Date) => void; send: (until: Date) => Promise<unknown> }

function SnoozeChoice({ write, choose, send }: SnoozeChoiceProps) {
  const form = useForm({
    fields: ['until'],
    faultsOf: (error) => {
      const { form, until = form } = formFaults(error, ['until'])
      return { until }
    },
    check: (data) => (fieldText(data, 'until') === '' ? { until: t('auth.missing') } : {}),
    // Read as a moment of whoever looks, because no zone is named.
    send: (data) => send(new Date(`${fieldText(data, 'until')}T0${hourBack}:00:00`)),
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t('inbox.snooze.text')}</p>
      {choices.map(([text, days]) => (
        <Button key={text} size="small" pending={write.isPending} onClick={() => choose(morningIn(days))}>
          {t(text)}
        </Button>
      ))}
      <WriteFault of={form.error === null ? write : undefined} />
      <form
        ref={form.ref}
        noValidate
        onSubmit={form.submit}
        className="flex flex-col gap-3 border-t border-border pt-3"
      >
        <TextField
          label={t('inbox.snooze.day')}
          name="until"
          type="date"
          min={localDate(morningIn(1))}
          max={localDate(morningIn(mostSnoozeDays - 1))}
          error={form.faults.until}
        />
        <Button type="submit" size="small" write={form}>
          {t('inbox.snooze.set')}
        </Button>
      </form>
    </div>
  )
}
