import { documentTypes } from '../contract/values.ts'
import { listPath, requestsFor, someDocuments } from './asked.ts'
import { coreOfItsOwn } from './cores.ts'
import { type Answers, askAgain, askSteadily, countOf, type Draw, summary } from './crowd.ts'
import type { Data } from './data.ts'
import { atLeast, type Finding, median, percentile, within } from './finding.ts'
import { say } from './say.ts'
import { startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

const easy = 24
const crowded = 768
const times = 3

/**
 * Lists asked for by more than the portal can serve: by clients that ask again at once, and at three times the rate that it
 * reaches. The crowd has a core to itself. What the portal still answers well is compared with what it answers unhurried, in
 * turn; and a refusal must come soon.
 */
export async function overload(data: Data, { rounds, seconds }: Settings): Promise<Finding[]> {
  const documents = await someDocuments(data, 4_000)
  const portal = await startPortal(data)
  const shareCores = coreOfItsOwn(data, portal)
  try {
    const wanted = documents.map(({ accountId }, place) => ({
      accountId,
      path: listPath(documentTypes[place % documentTypes.length] ?? 'orders'),
    }))
    const requests = (await requestsFor(portal, wanted)).portal
    let next = 0
    const draw: Draw = () => requests[next++ % requests.length] as Buffer
    const again = async (connections: number) => {
      const until = performance.now() + seconds * 1000
      const answers = await askAgain(portal.port, draw, { connections, isOver: () => performance.now() > until })
      return { answers, perSecond: countOf(answers, 200) / seconds }
    }
    await again(easy)
    let before = await again(easy)
    const runs: { again: number; steady: number; refusals: number[]; more: string }[] = []
    for (let round = 0; round < rounds; round++) {
      const crowd = await again(crowded)
      const between = await again(easy)
      const perSecond = Math.round(times * between.perSecond)
      const steadily = await askSteadily(portal.port, draw, { perSecond, seconds })
      const after = await again(easy)
      const peak = (one: number, other: number) => (one + other) / 2
      runs.push({
        again: crowd.perSecond / peak(before.perSecond, between.perSecond),
        steady: countOf(steadily, 200) / seconds / peak(between.perSecond, after.perSecond),
        refusals: [percentile(refused(crowd.answers), 0.99), percentile(refused(steadily), 0.99)],
        more: `${Math.round(between.perSecond)}/s at ${easy} connections; ${crowded}: ${summary(crowd.answers)}; ${perSecond}/s: ${summary(steadily)}`,
      })
      before = after
      say(`overload: ${JSON.stringify(runs.at(-1))}`)
    }
    const more = runs.at(-1)?.more ?? ''
    const of = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick))
    return [
      atLeast(
        `lists for ${crowded} clients that ask again at once: good answers against ${easy}`,
        of((run) => run.again),
        0.7,
        more,
      ),
      atLeast(
        `lists at ${times} times the rate that is reached: good answers against it`,
        of((run) => run.steady),
        0.7,
        '',
      ),
      within(
        `${crowded} clients that ask again at once: 99 of 100 refusals`,
        of((run) => run.refusals[0] ?? 0),
        250,
        '',
      ),
      within(
        `${times} times the rate that is reached: 99 of 100 refusals`,
        of((run) => run.refusals[1] ?? 0),
        250,
        '',
      ),
    ]
  } finally {
    shareCores()
    await portal.stop()
  }
}

const refused = (answers: Answers) => [...(answers.get(503) ?? []), ...(answers.get(429) ?? [])]
