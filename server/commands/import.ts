import { basename } from 'node:path'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { importFiles } from '../ingest/import-files.ts'
import { createSourceCounts } from '../ingest/sources/counts.ts'
import { importSource } from '../ingest/sources/source.ts'
import { type Command, type Context, Failed, optionalOption, type ParsedArguments } from './command.ts'
import { numberingHelp, numberingOf, numberingOptions } from './numbering.ts'
import { countOf, importByProfile } from './profiles.ts'
import { reportSummary } from './report-summary.ts'
import { type CommandIngest, withIngest } from './settings/ingest.ts'

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
      const run = { paths: args.positionals, dryRun: args.values['dry-run'] === true, withdraw }
      return withIngest(context, (ingest) => importByProfile(context, ingest, profile, args, run))
    }
    return withIngest(context, (ingest) => importFormats(context, ingest, args))
  },
}

/** Imports files in the formats that the portal reads without a profile. Throws Failed when something was refused. */
async function importFormats(context: Context, ingest: CommandIngest, args: ParsedArguments): Promise<void> {
  const { pools } = await context.open()
  const { clock, out, progress } = context
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
    for (const imported of await importFiles(ingest, [path], options)) {
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
  const problems = [
    ...(refused > 0 ? [`${refused} of ${args.positionals.length} files could not be read`] : []),
    ...(rejected > 0 ? [`${rejected.toLocaleString('en')} documents were rejected`] : []),
  ]
  if (problems.length > 0)
    throw new Failed(`${problems.join(', ')}: mend what is named above and import the file again.`)
}
