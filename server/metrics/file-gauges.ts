import type { Gauge } from 'prom-client'
import type { Db } from '#database/transaction.ts'
import { readFileWays } from './queries.ts'

export type MakeGauge = <Label extends string = never>(name: string, help: string, labelNames?: Label[]) => Gauge<Label>

/** The metrics of files of other programs: of each source, and of the watched folder and the call for each profile. */
export function fileGauges(gauge: MakeGauge, db: Db): () => Promise<void> {
  const labels: ('source' | 'way')[] = ['source', 'way']
  const failing = gauge('files_failing', 'Whether files cannot be fetched or read, by source or profile.', labels)
  const silent = gauge('files_silent', 'Whether no new file has come for as many hours as staff have set.', labels)
  const refused = gauge('files_refused', 'Whether the last files were refused, in whole or in part.', labels)
  const lastSuccess = gauge(
    'files_last_success_timestamp_seconds',
    'When files were last taken without a refusal; absent when that was never or more than 90 days ago.',
    labels,
  )
  return async () => {
    for (const each of [failing, silent, refused, lastSuccess]) each.reset()
    for (const { name, way, last_success, ...state } of await readFileWays(db)) {
      const source = { source: name, way }
      failing.set(source, state.failing ? 1 : 0)
      silent.set(source, state.silent ? 1 : 0)
      refused.set(source, state.refused ? 1 : 0)
      if (last_success !== null) lastSuccess.set(source, last_success)
    }
  }
}
