import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { answerTimeDays, saveAnswerPromise } from '#contract/console/inbox.ts'
import { promisedHours } from '#contract/requests/answer-promise.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { formatSpan } from '../format-span.ts'
import { type Editing, useShownVersion } from '../shown-version.ts'
import { answerTimesQuery } from './queries.ts'

/** How long customers waited for their first answer lately, of all requests and of each kind, and what is promised. */
export function AnswerTimes(): ReactNode {
  const { data } = useQuery(answerTimesQuery)
  const promises = useMay('content.write')
  const { shown, ...editing } = useShownVersion(data?.promise)
  if (!data || (!data.all && data.promise === null && !promises)) return null
  const promised = data.promise === null ? t('inbox.promise.none') : t('inbox.promise', { hours: data.promise })
  return (
    <details className="border-t border-border text-sm">
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-4 text-muted hover:text-text">
        <Timer aria-hidden size={16} className="shrink-0" />
        {data.all ? t('inbox.times', { span: formatSpan(data.all.median) }) : promised}
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4">
        {data.all && (
          <>
            <p className="text-muted">{t('inbox.times.text', { days: answerTimeDays, count: data.all.count })}</p>
            <ul className="flex flex-col gap-1">
              {data.kinds.map(({ kind, count, median }) => (
                <li key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="min-w-0">{t(`requests.did.${kind}`, { who: '…' })}</span>
                  <span className="tabular text-muted">
                    {t('inbox.times.kind', { span: formatSpan(median), count })}
                  </span>
                </li>
              ))}
            </ul>
            <p>{promised}</p>
          </>
        )}
        {promises && <PromiseForm key={shown} hours={shown ?? null} editing={editing} />}
      </div>
    </details>
  )
}

function PromiseForm({ hours, editing }: { hours: number | null; editing: Editing }) {
  const cache = useQueryClient()
  const { least, most } = promisedHours
  const isPossible = (text: string) =>
    text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most)
  const form = useForm({
    fields: ['hours'],
    faultsOf: formFaults,
    check: (data): { hours?: string } =>
      isPossible(fieldText(data, 'hours').trim()) ? {} : { hours: t('inbox.promise.wrong', { least, most }) },
    send: async (data) => {
      const inForce = editing.sent()
      const text = fieldText(data, 'hours').trim()
      await call(saveAnswerPromise, { body: { hours: text === '' ? null : Number(text) } })
      await cache.invalidateQueries()
      inForce()
    },
  })
  return (
    <form
      ref={form.ref}
      noValidate
      onInput={editing.edited}
      onSubmit={form.submit}
      className="flex flex-col items-start gap-3"
    >
      <TextField
        label={t('inbox.promise.hours')}
        name="hours"
        inputMode="numeric"
        dir="ltr"
        hint={t('inbox.promise.hint')}
        defaultValue={hours === null ? '' : String(hours)}
        error={form.faults.hours ?? form.faults.form}
      />
      <Button type="submit" write={form}>
        {t('inbox.promise.save')}
      </Button>
    </form>
  )
}
