import { rmSync } from 'node:fs'
import { listsBesidePapers } from './beside-papers.ts'
import { consoleLists } from './console.ts'
import { dashboardBesideList } from './dashboard.ts'
import { exportWhole } from './export.ts'
import { filesByProfile } from './files.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth.ts'
import { type Finding, table } from './harness/finding.ts'
import { type MeasuredDatabase, openMeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { readSettings, type Settings, usage } from './harness/settings.ts'
import { idleMemory } from './idle.ts'
import { importBesideCopy } from './import.ts'
import { ingestMemory } from './ingest-memory.ts'
import { interactions } from './interactions.ts'
import { itemTracker } from './items.ts'
import { lighthouse } from './lighthouse.ts'
import { listAndDetail } from './list-and-detail.ts'
import { openStreams } from './live.ts'
import { longDocuments } from './long-documents.ts'
import { longOrder } from './long-order.ts'
import { maintenance } from './maintenance.ts'
import { neighbours } from './neighbours.ts'
import { oneConnection } from './one-connection.ts'
import { overload } from './overload.ts'
import { paperOfFiftyLines } from './paper.ts'
import { paperTemplatesInTurn } from './paper-templates.ts'
import { scrollToEnd } from './scroll.ts'
import { searchAsYouType } from './search.ts'
import { searchQuality } from './search-quality.ts'
import { soak } from './soak.ts'
import { startOnData } from './start.ts'
import { listsTraced } from './tracing.ts'

/** Benchmarks on an open database. */
const benchmarks: Readonly<Record<string, (data: MeasuredDatabase, settings: Settings) => Promise<Finding[]>>> = {
  'list-and-detail': listAndDetail,
  growth,
  'one-connection': oneConnection,
  export: exportWhole,
  dashboard: dashboardBesideList,
  'first-load': firstLoad,
  items: itemTracker,
  live: openStreams,
  neighbours,
  overload,
  search: searchAsYouType,
  import: importBesideCopy,
  'ingest-memory': ingestMemory,
  files: filesByProfile,
  'long-documents': longDocuments,
  soak,
  paper: paperOfFiftyLines,
  'beside-papers': listsBesidePapers,
  'long-order': longOrder,
  interactions,
  lighthouse,
  scroll: scrollToEnd,
  tracing: listsTraced,
  maintenance,
}

/** Benchmarks that start the database themselves: they come after the others. */
const closedBenchmarks: Readonly<Record<string, (folder: string, settings: Settings) => Promise<Finding[]>>> = {
  start: startOnData,
}

/**
 * Run only when named: the first fetches its tool from the internet, the second compares layouts of the database, the third
 * is about tables larger than those of the others.
 */
const onlyByName = ['lighthouse', 'one-connection', 'maintenance']

/** What `--short` runs: a change that makes one of these slower shows at any size. */
const shortForm = ['list-and-detail', 'dashboard', 'items', 'search', 'import', 'long-documents']

/** Benchmarks with a small database of their own, or none. */
const ownDatabaseBenchmarks: Readonly<Record<string, () => Promise<Finding[]>>> = {
  'search-quality': searchQuality,
  idle: idleMemory,
  console: consoleLists,
  'paper-templates': paperTemplatesInTurn,
}

async function run(settings: Settings): Promise<Finding[]> {
  const allNames = [benchmarks, closedBenchmarks, ownDatabaseBenchmarks].flatMap((some) => Object.keys(some))
  const defaultNames = settings.short ? shortForm : allNames.filter((name) => !onlyByName.includes(name))
  const names = settings.only.length > 0 ? settings.only : defaultNames
  const unknown = names.find((name) => !allNames.includes(name))
  if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}" in ${allNames.join(', ')}.`)
  const findings: Finding[] = []
  for (const [name, measure] of Object.entries(ownDatabaseBenchmarks))
    if (names.includes(name)) findings.push(...(await measure()))
  if (names.every((name) => name in ownDatabaseBenchmarks)) return findings
  const data = await openMeasuredDatabase(settings)
  try {
    for (const [name, measure] of Object.entries(benchmarks)) {
      if (!names.includes(name)) continue
      reportProgress(`${name} …`)
      findings.push(...(await measure(data, settings)))
    }
    await data.close()
    for (const [name, measure] of Object.entries(closedBenchmarks))
      if (names.includes(name)) findings.push(...(await measure(data.folder, settings)))
    return findings
  } finally {
    await data.close()
    if (settings.data === undefined) rmSync(data.folder, { recursive: true, force: true })
  }
}

function settingsFromCommandLine(): Settings | undefined {
  if (process.argv.includes('--help')) return undefined
  try {
    return readSettings(process.argv.slice(2))
  } catch (error) {
    reportProgress(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    return undefined
  }
}

const settings = settingsFromCommandLine()
if (settings === undefined) reportProgress(usage)
else {
  const all = await run(settings)
  const findings = settings.short ? all.filter(({ isRatio }) => isRatio) : all
  process.stdout.write(`${table(findings)}\n`)
  if (findings.some(({ kept }) => kept === false)) process.exitCode = 1
}
