import { type Data, openData } from './data.ts'
import { type Finding, table } from './finding.ts'
import { listAndDetail } from './list-and-detail.ts'
import { say } from './say.ts'
import { readSettings, type Settings, usage } from './settings.ts'

type Benchmark = (data: Data, settings: Settings) => Promise<Finding[]>

const benchmarks: Readonly<Record<string, Benchmark>> = {
  'list-and-detail': listAndDetail,
}

async function run(settings: Settings): Promise<Finding[]> {
  const names = settings.only.length > 0 ? settings.only : Object.keys(benchmarks)
  const unknown = names.find((name) => !Object.hasOwn(benchmarks, name))
  if (unknown !== undefined)
    throw new Error(`--only: there is no "${unknown}" in ${Object.keys(benchmarks).join(', ')}.`)
  const data = await openData(settings.size, settings.data)
  try {
    const findings: Finding[] = []
    for (const name of names) {
      say(`${name} …`)
      findings.push(...(await (benchmarks[name] as Benchmark)(data, settings)))
    }
    return findings
  } finally {
    await data.close()
  }
}

function asked(): Settings | undefined {
  if (process.argv.includes('--help')) return undefined
  try {
    return readSettings(process.argv.slice(2))
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    return undefined
  }
}

const settings = asked()
if (settings === undefined) say(usage)
else {
  const findings = await run(settings)
  process.stdout.write(`${table(findings)}\n`)
  if (findings.some(({ kept }) => kept === false)) process.exitCode = 1
}
