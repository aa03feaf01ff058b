import { documentTypes } from '#contract/values.ts'
import { dedicateCore } from './harness/cores.ts'
import { atLeast, type Finding, median, percentile, within } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import {
  type Answers,
  countOf,
  type NextRequest,
  runClosedLoop,
  runConstantRate,
  summary,
} from './harness/request-loops.ts'
import { listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const calmConnections = 24
const crowdedConnections = 768
const overloadFactor = 3

/**
 * Requests more lists than the portal can serve: by clients that retry at once, and at three times the rate that it
 * reaches. The crowd has a core to itself. The answers that still succeed are compared with those without load, in
 * turn; and a refusal must come soon.
 */
export async function overload(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const documents = await sampleDocuments(data, 4_000)
  const portal = await startPortal(data)
  const shareCores = dedicateCore(data, portal)
  try {
    const targets = documents.map(({ accountId }, index) => ({
      accountId,
      path: listPath(documentTypes[index % documentTypes.length] ?? 'orders'),
    }))
    const requests = (await requestsFor(portal, targets)).portal
    let next = 0
    const nextRequest: NextRequest = () => requests[next++ % requests.length] as Buffer
    const loadWith = async (connections: number) => {
      const until = performance.now() + seconds * 1000
      const answers = await runClosedLoop(portal.port, nextRequest, {
        connections,
        isOver: () => performance.now() > until,
      })
      return { answers, perSecond: countOf(answers, 200) / seconds }
    }
    await loadWith(calmConnections)
    let before = await loadWith(calmConnections)
    const runs: { again: number; steady: number; refusals: number[]; more: string }[] = []
    for (let round = 0; round < rounds; round++) {
      const crowd = await loadWith(crowdedConnections)
      const between = await loadWith(calmConnections)
      const perSecond = Math.round(overloadFactor * between.perSecond)
      const steadyAnswers = await runConstantRate(portal.port, nextRequest, { perSecond, seconds })
      const after = await loadWith(calmConnections)
      const mean = (one: number, other: number) => (one + other) / 2
      runs.push({
        again: crowd.perSecond / mean(before.perSecond, between.perSecond),
        steady: countOf(steadyAnswers, 200) / seconds / mean(between.perSecond, after.perSecond),
        refusals: [percentile(refusalTimes(crowd.answers), 0.99), percentile(refusalTimes(steadyAnswers), 0.99)],
        more: `${Math.round(between.perSecond)}/s at ${calmConnections} connections; ${crowdedConnections}: ${summary(crowd.answers)}; ${perSecond}/s: ${summary(steadyAnswers)}`,
      })
      before = after
      reportProgress(`overload: ${JSON.stringify(runs.at(-1))}`)
    }
    const more = runs.at(-1)?.more ?? ''
    const medianOf = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
    return [
      atLeast(
        `lists for ${crowdedConnections} clients that ask again at once: good answers against ${calmConnections}`,
        medianOf((run) => run.again),
        0.7,
        more,
      ),
      atLeast(
        `lists at ${overloadFactor} times the rate that is reached: good answers against it`,
        medianOf((run) => run.steady),
        0.7,
        '',
      ),
      within(
        `${crowdedConnections} clients that ask again at once: 99 of 100 refusals`,
        medianOf((run) => run.refusals[0] ?? 0),
        250,
        '',
      ),
      within(
        `${overloadFactor} times the rate that is reached: 99 of 100 refusals`,
        medianOf((run) => run.refusals[1] ?? 0),
        250,
        '',
      ),
    ]
  } finally {
    shareCores()
    await portal.stop()
  }
}

const refusalTimes = (answers: Answers) => [...(answers.get(503) ?? []), ...(answers.get(429) ?? [])]
