import { basename } from 'node:path'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { watchDiskSpace } from '#database/disk-space.ts'
import { freeSpaceOf } from '../config.ts'
import { createElsewhere } from '../ingest/elsewhere/remote.ts'
import { importFiles } from '../ingest/import-files.ts'
import { createSourceCounts } from '../ingest/sources/counts.ts'
import { importSource } from '../ingest/sources/source.ts'
import { type Command, Failed, optionalOption } from './command.ts'
import { numberingHelp, numberingOf, numberingOptions } from './numbering.ts'
import { countOf, importByProfile } from './profiles.ts'
import { reportSummary } from './report-summary.ts'
import { regionsOf } from './settings/regions.ts'

function printProblems(out: (line: string) => void, { errors, warnings }: IngestReport): void {
  for (const { line, path, message } of errors) out(`  error    line ${line}  ${path}  ${message}`)
  for (const { line, path, message } of warnings) out(`  warning  line ${line}  ${path}  ${message}`)
}

export const importCommand: Command = {
  name: 'import',
  summary:
    'Takes documents in: NDJSON (.ndjson, .jsonl, .json), UBL (.xml or a .zip of it), events of EPCIS 2.0 (.jsonld); with --profile any file that it reads.',
  arguments: ['FILE…'],
  options: {
    'dry-run': { type: 'boolean', default: false },
    account: { type: 'string' },
    profile: { type: 'string' },
    withdraw: { type: 'string' },
    ...numberingOptions,
  },
  help: {
    'dry-run': 'Checks everything and writes nothing.',
    account: 'Whose the UBL documents are, whatever they say themselves: a number in the ERP.',
    profile: 'The import profile that reads the files: its name, or its JSON file.',
    withdraw: 'How many documents a full list may withdraw at most, instead of the share that its profile names.',
    ...numberingHelp,
  },
  run: async (context, args) => {
    const profile = optionalOption(args, 'profile')
    if (profile !== undefined) {
      const withdraw = countOf(optionalOption(args, 'withdraw'), 'withdraw')
      return importByProfile(context, profile, args, args.positionals, {
        ...{ dryRun: args.values['dry-run'] === true, withdraw },
      })
    }
    const { pools } = await context.open()
    const { clock, config, newId, out, progress } = context
    // A PostgreSQL of the operator's has its own disk, and reports itself when that is full.
    const space =
      config.DATABASE_URL === undefined
        ? await watchDiskSpace({ folder: config.DATA_DIR, least: freeSpaceOf(config), log: { info: out, warn: out } })
        : undefined
    const regions = regionsOf(config, clock)
    const elsewhere = regions && createElsewhere(regions)
    const deps = { workPool: pools.work, clock, newId, hasRoom: space?.hasRoom, elsewhere }
    const account = optionalOption(args, 'account')
    const dryRun = args.values['dry-run'] === true
    const counts = dryRun ? undefined : createSourceCounts({ db: pools.server, clock })
    let refused = 0
    let rejected = 0
    for (const path of args.positionals) {
      const name = basename(path)
      const onProgress = (_: string, read: number, size: number) =>
        progress(`${name}: ${size === 0 ? 100 : Math.floor((100 * read) / size)} %`)
      const numbering = numberingOf(args)
      const options = { dryRun, onProgress, numbering, ...(account === undefined ? {} : { account }) }
      for (const imported of await importFiles(deps, [path], options)) {
        if ('refusal' in imported) {
          refused++
          out(imported.refusal)
          continue
        }
        const { report } = imported
        rejected += report.rejected
        counts?.count(importSource, report)
        out(`${name}: ${reportSummary(report, dryRun)}.`)
        printProblems(out, report)
      }
    }
    await counts?.write()
    await space?.stop()
    const problems = [
      ...(refused > 0 ? [`${refused} of ${args.positionals.length} files could not be read`] : []),
      ...(rejected > 0 ? [`${rejected.toLocaleString('en')} documents were rejected`] : []),
    ]
    if (problems.length > 0)
      throw new Failed(`${problems.join(', ')}: mend what is named above and import the file again.`)
  },
}
