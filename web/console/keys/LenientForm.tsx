import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiKey, changeKeyLeniency } from '#contract/console/keys.ts'
import { dateOrders } from '#contract/imports/profile.ts'
import { type Leniency, unknownStatuses } from '#contract/ingest/leniency.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { type Faults, fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { keysKey, summaryClass } from './queries.ts'

const dateTexts = {
  'day first': 'keys.lenient.dates.day',
  'month first': 'keys.lenient.dates.month',
  'year first': 'keys.lenient.dates.year',
} as const satisfies Record<(typeof dateOrders)[number], string>

/** How documents of a key are read that are not quite as the format has them. */
export function LenientForm({ apiKey: { id, name, leniency } }: { apiKey: ApiKey }): ReactNode {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['statuses'],
    faultsOf: formFaults,
    check: (data) => faultsOf(fieldText(data, 'statuses')),
    send: async (data) => {
      const { message } = await call(changeKeyLeniency, { params: { id }, body: entered(data) })
      showToast('good', message)
      await cache.invalidateQueries({ queryKey: [keysKey] })
    },
  })
  const { always = false, dates = '', statuses = {} } = leniency ?? {}
  return (
    <details>
      <summary className={summaryClass}>
        {t('keys.lenient')}
        <span className="sr-only">{t('keys.of', { name })}</span>
      </summary>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-2 flex max-w-md flex-col items-start gap-3">
        <p className="text-sm text-muted">{t('keys.lenient.text')}</p>
        <div>
          <CheckField label={t('keys.lenient.always')} name="always" defaultChecked={always} />
          <p className="text-sm text-muted">{t('keys.lenient.always.hint')}</p>
        </div>
        <SelectField
          className="w-full"
          label={t('keys.lenient.dates')}
          name="dates"
          defaultValue={dates}
          choices={[
            { value: '', label: t('keys.lenient.dates.none') },
            ...dateOrders.map((order) => ({ value: order, label: t(dateTexts[order]) })),
          ]}
        />
        <TextArea
          className="w-full"
          label={t('keys.lenient.statuses')}
          name="statuses"
          rows={4}
          defaultValue={Object.entries(statuses)
            .toSorted(([one], [other]) => one.localeCompare(other))
            .map(([from, to]) => `${from} = ${to}`)
            .join('\n')}
          hint={t('keys.lenient.statuses.hint')}
          error={form.faults.statuses ?? form.faults.form}
        />
        <Button type="submit" write={form}>
          {t('keys.lenient.save')}
        </Button>
      </form>
    </details>
  )
}

/** A line of the table of statuses: the sender's word and what it means; the word may have a sign of equality in it. */
const linePattern = /^(.*\S)\s*=\s*(\S+)$/

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function statusesOf(text: string): Record<string, string> {
  const pairs = linesOf(text).flatMap((line) => {
    const [, from, to] = linePattern.exec(line) ?? []
    return from === undefined || to === undefined ? [] : [[from, to] as const]
  })
  return Object.fromEntries(pairs)
}

function faultsOf(text: string): Faults {
  const wrong = linesOf(text).find((line) => !linePattern.test(line))
  if (wrong !== undefined) return { statuses: t('keys.lenient.statuses.wrong', { line: wrong }) }
  const [unknown] = unknownStatuses({ statuses: statusesOf(text) })
  return unknown === undefined ? {} : { statuses: t('keys.lenient.statuses.unknown', { status: unknown }) }
}

function entered(data: FormData): Leniency {
  const dates = dateOrders.find((order) => order === fieldText(data, 'dates'))
  const statuses = statusesOf(fieldText(data, 'statuses'))
  return {
    always: data.get('always') !== null,
    ...(dates ? { dates } : {}),
    ...(Object.keys(statuses).length > 0 ? { statuses } : {}),
  }
}

/** What of the documents of a key was taken although it is not as the format has it, each once. */
export function Readings({ readings }: Pick<ApiKey, 'readings'>): ReactNode {
  if (readings.length === 0) return null
  return (
    <section
      aria-label={t('keys.readings')}
      className="mt-2 rounded-control border border-warn-border bg-warn-bg px-3 py-2"
    >
      <h3 className="text-sm font-medium">{t('keys.readings')}</h3>
      <ul className="mt-1 max-h-56 overflow-y-auto text-sm">
        {readings.map(({ kind, path, documents, lastAt }) => (
          <li key={`${kind} ${path}`} className="flex flex-wrap gap-x-2">
            <span>{t(`keys.reading.${kind}`)}</span>
            <bdi className="font-medium wrap-anywhere">{path}</bdi>
            <span className="text-muted">
              {t('keys.reading.count', { count: documents, when: formatDate(lastAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
