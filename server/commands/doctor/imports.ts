import { selectRefusedSources } from '#server/imports/sources/entry-queries.ts'
import { selectSources } from '#server/imports/sources/queries.ts'
import { statusOf } from '#server/imports/sources/sources.ts'
import { listWays } from '#server/imports/ways/ways.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './waiting.ts'

type Problem = { isBad: boolean; text: string }

/** Checks whether files of other programs come: from sources, by the watched folder and by calls. */
export async function checkImports(context: DoctorContext): Promise<Finding> {
  const db = (await context.open()).pools.server
  const { clock, config } = context
  const rows = await selectSources(db)
  const refused = await selectRefusedSources(db)
  const ways = await listWays({ db, clock, folder: config.IMPORT_FOLDER })
  const problems = [
    ...rows.flatMap((row) => sourceProblem(row, refused.has(row.id))),
    ...ways.flatMap((way) => wayProblem(way)),
  ]
  const count = rows.length + ways.length
  if (problems.length > 0)
    return [problems.some(({ isBad }) => isBad) ? 'bad' : 'look', problems.map(({ text }) => text).join(' ')]
  if (count === 0) return ['ok', 'no files come by a source, the watched folder or calls.']
  return ['ok', `files come by ${count === 1 ? 'one way' : `${count} ways`}, and all is well there.`]
}

function sourceProblem(row: Parameters<typeof statusOf>[0], isRefused: boolean): Problem[] {
  const { source, state, failingSince, failure, lastFileAt } = statusOf(row)
  const { name } = source
  if (state === 'off') return []
  if (state === 'failing') {
    const text = `${name} cannot be looked at since ${failingSince}: ${failure} Mend that, then: npm run portal -- file-source look ${name}.`
    return [{ isBad: row.alarm === 'failing', text }]
  }
  if (state === 'silent')
    return [{ isBad: false, text: `${name} ${silence(lastFileAt)}: look whether the export still runs.` }]
  if (!isRefused) return []
  return [{ isBad: false, text: `${name}: its last files were refused: npm run portal -- file-source show ${name}.` }]
}

function wayProblem(status: Awaited<ReturnType<typeof listWays>>[number]): Problem[] {
  const { way, profile, state, failingSince, failure, lastRun } = status
  const name = way === 'folder' ? `The folder of ${profile}` : `The call with profile=${profile}`
  if (state === 'failing') return [{ isBad: true, text: `${name} fails since ${failingSince}: ${failure}` }]
  if (state === 'silent')
    return [
      { isBad: false, text: `${name} ${silence(lastRun?.startedAt ?? null)}: look whether the export still runs.` },
    ]
  if (state !== 'refused') return []
  const mend =
    way === 'folder'
      ? 'read the report in its folder "refused", correct the files and put them in once more.'
      : 'read the report under Imports, Runs, correct the files and send them once more.'
  return [{ isBad: false, text: `${name}: its last files were refused: ${mend}` }]
}

const silence = (lastAt: string | null) =>
  lastAt === null ? 'has never had a new file' : `has had no new file since ${lastAt}`
