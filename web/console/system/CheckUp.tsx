import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type SystemRun, startDoctor } from '#contract/console/system.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { isUnderWay, runsQuery, useSystemChange } from './queries.ts'
import { RunState } from './RunState.tsx'

type Finding = SystemRun['findings'][number]
const tones = { ok: 'good', look: 'warn', bad: 'bad' } as const
const worstFirst = ['bad', 'look', 'ok']

/** The check-up: what it found, with the mend, the worst first. */
export function CheckUp(): ReactNode {
  const { data } = useQuery(runsQuery)
  const start = useSystemChange(() => call(startDoctor, {}))
  const busy = data?.runs.some(isUnderWay) ?? false
  const last = data?.runs.find(({ kind }) => kind === 'doctor')
  const findings = (last?.findings ?? []).toSorted(
    (a, b) => worstFirst.indexOf(a.verdict) - worstFirst.indexOf(b.verdict),
  )
  const [waiting, well] = [
    findings.filter(({ verdict }) => verdict !== 'ok'),
    findings.filter(({ verdict }) => verdict === 'ok'),
  ]
  return (
    <Card title={t('system.doctor')} padded={false}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 sm:px-5">
        {last ? <RunState run={last} /> : <p className="text-muted">{t('system.doctor.never')}</p>}
        <Button variant="primary" pending={busy || start.isPending} onClick={() => start.mutate(undefined)}>
          {t('system.doctor.run')}
        </Button>
      </div>
      {waiting.length > 0 && <Findings findings={waiting} />}
      {well.length > 0 && (
        <details className="border-t border-border">
          <summary className="min-h-10 cursor-pointer px-4 py-2.5 text-muted hover:text-text sm:px-5">
            {t('system.well', { count: well.length })}
          </summary>
          <Findings findings={well} />
        </details>
      )}
    </Card>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul>
      {findings.map(({ name, verdict, text }) => (
        <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-border px-4 py-3 sm:px-5">
          <StatusChip tone={tones[verdict as keyof typeof tones]}>
            {t(`system.verdict.${verdict as keyof typeof tones}`)}
          </StatusChip>
          <p lang="en" dir="ltr" className="min-w-60 flex-1 wrap-anywhere">
            <span className="font-medium">{name}</span>: {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
