import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Figures, type Insight, saveFigures, standardFigures } from '#contract/console/insight.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatCount } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { type Editing, useShownVersion } from '../shown-version.ts'
import { Fact } from './Fact.tsx'

/** The phone calls that were spared, by a formula whose figures can be set. */
export function SparedCalls({ calls: { figures, calls, hours } }: Pick<Insight, 'calls'>): ReactNode {
  const sets = useMay('content.write')
  const { shown, ...editing } = useShownVersion(figures)
  return (
    <Card title={t('insight.calls')}>
      <dl className="grid grid-cols-2 gap-4 sm:max-w-md">
        <Fact name={t('insight.calls')} value={formatCount(calls)} />
        <Fact name={t('insight.calls.hours')} value={formatCount(hours)} />
      </dl>
      <p className="my-4 max-w-3xl text-sm text-muted">{t('insight.calls.text')}</p>
      {sets ? (
        <FiguresForm key={JSON.stringify(shown)} figures={shown} editing={editing} />
      ) : (
        <Shown figures={figures} />
      )}
    </Card>
  )
}

const names = Object.keys(standardFigures) as (keyof Figures)[]

function Shown({ figures }: { figures: Figures }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {names.map((name) => (
        <Fact key={name} name={t(`insight.figure.${name}`)} value={formatCount(figures[name])} />
      ))}
    </dl>
  )
}

function FiguresForm({ figures, editing }: { figures: Figures; editing: Editing }) {
  const cache = useQueryClient()
  const form = useForm({
    fields: names,
    faultsOf: formFaults,
    check: (data) =>
      Object.fromEntries(
        names.flatMap((name) =>
          /^[1-9][0-9]{0,3}$/.test(fieldText(data, name)) ? [] : [[name, t('insight.figure.wrong')]],
        ),
      ),
    send: async (data) => {
      const inForce = editing.sent()
      const entries = names.map((name) => [name, Number(fieldText(data, name))])
      await call(saveFigures, { body: Object.fromEntries(entries) as Figures })
      await cache.invalidateQueries({ queryKey: ['insight'] })
      inForce()
    },
  })
  return (
    <form ref={form.ref} noValidate onInput={editing.edited} onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {names.map((name) => (
          <TextField
            key={name}
            label={t(`insight.figure.${name}`)}
            name={name}
            inputMode="numeric"
            dir="ltr"
            defaultValue={String(figures[name])}
            error={form.faults[name]}
          />
        ))}
      </div>
      {form.faults.form && (
        <p role="alert" className="text-bad">
          {form.faults.form}
        </p>
      )}
      <Button type="submit" write={form} className="self-start">
        {t('insight.save')}
      </Button>
    </form>
  )
}
