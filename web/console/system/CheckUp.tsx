import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CheckName, checkNames, type SystemRun, startDoctor } from '#contract/console/system.ts'
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
        <Button
          variant="primary"
          write={{ isPending: busy || start.isPending, error: start.error }}
          onClick={() => start.mutate(undefined)}
        >
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

/** A check by its name; undefined for one of another version. */
const checkOf = (text: string): CheckName | undefined => checkNames.find((name) => name === text)

/** What to do where a check is not well; the version and settings that can be read always are. */
const mendOf = (check: CheckName | undefined) =>
  check === undefined || check === 'version' || check === 'settings' ? undefined : t(`system.mend.${check}`)

function FindingRow({ finding: { name, verdict, text } }: { finding: Finding }) {
  const check = checkOf(name)
  const mend = verdict === 'ok' ? undefined : mendOf(check)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-border px-4 py-3 sm:px-5">
      <StatusChip tone={tones[verdict]}>{t(`system.verdict.${verdict}`)}</StatusChip>
      <div className="min-w-60 flex-1">
        <p className="font-medium">{check ? t(`system.check.${check}`) : name}</p>
        {mend !== undefined && <p>{mend}</p>}
        <p className="text-sm wrap-anywhere text-muted">
          <bdi lang="en" dir="ltr">
            {text}
          </bdi>
        </p>
      </div>
    </li>
  )
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul>
      {findings.map((finding) => (
        <FindingRow key={finding.name} finding={finding} />
      ))}
    </ul>
  )
}
