import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import type { GuessChoices } from '#contract/imports/guess.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import { FileRefused } from '../formats/file-refused.ts'
import { profileFormat } from '../formats/formats.ts'
import { checkedProfile, listProfiles, readProfile, saveProfile } from '../imports/profiles.ts'
import { fullListLines, problemText } from '../imports/report-text.ts'
import { recordRun } from '../imports/run.ts'
import { ingestMappedFiles } from '../ingest/mapped-files.ts'
import {
  argument,
  type Command,
  type Context,
  Failed,
  optionalOption,
  type ParsedArguments,
  table,
  UsageError,
} from './command.ts'
import { readJsonFile } from './json-file.ts'
import { numberingHelp, numberingOf, numberingOptions } from './numbering.ts'
import { reportSummary } from './report-summary.ts'
import { type CommandIngest, withIngest } from './settings/ingest.ts'

const depsOf = async ({ open, clock, newId }: Context) => ({ db: (await open()).pools.server, clock, newId })

/** A profile for files that belong together. Throws Failed for a file that is no table. */
async function guessed(paths: readonly string[], choices: GuessChoices) {
  try {
    const files = paths.map((path) => ({ name: basename(path), path }))
    return await profileFormat.guess(files, { choices, earlier: [] })
  } catch (error) {
    throw error instanceof FileRefused ? new Failed(error.message, { cause: error }) : error
  }
}

const optionalChoice = (name: 'rows' | 'lines', args: ParsedArguments): GuessChoices => {
  const path = optionalOption(args, name)
  return path === undefined ? {} : { [name]: path }
}

/** A profile by its file, where the word ends in .json, otherwise by its name. */
async function profileOf(context: Context, word: string): Promise<{ profile: ImportProfile; version: number | null }> {
  if (word.endsWith('.json')) return { profile: checkedProfile(await readJsonFile(word)), version: null }
  return readProfile(await depsOf(context), word)
}

/** The problems of a report, each with its place in a file. */
function problemLines({ errors, warnings }: IngestReport): string[] {
  return [
    ...errors.map((problem) => `  error    ${problemText(problem)}`),
    ...warnings.map((problem) => `  warning  ${problemText(problem)}`),
  ]
}

function lastRunText(run: Awaited<ReturnType<typeof listProfiles>>[number]['lastRun']): string {
  if (run === null) return 'never used'
  const { startedAt, failure, received, rejected } = run
  return `${new Date(startedAt).toISOString()}: ${failure ?? `${received ?? 0} read, ${rejected ?? 0} refused`}`
}

type Run = {
  paths: readonly string[]
  dryRun: boolean
  withdraw?: number | undefined
  onDocument?: (document: Record<string, unknown>) => void
}

/** A whole number that an option names. Throws UsageError for anything else. */
export function countOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${option} is a number.`)
  return Number(text)
}

/** Reads files by a profile and prints what became of them. Throws Failed when something was refused. */
export async function importByProfile(
  context: Context,
  ingest: CommandIngest,
  word: string,
  args: ParsedArguments,
  run: Run,
) {
  const { profile, version } = await profileOf(context, word)
  const { pools } = await context.open()
  const { out } = context
  const sets = profileFormat.sets(
    profile,
    run.paths.map((path) => ({ name: basename(path), path })),
  )
  let refused = 0
  for (const { files, missing } of sets) {
    const names = files.map(({ name }) => name).join(' and ')
    if (missing.length > 0) {
      out(`${names}: the file ${missing.join(' and ')} that belongs to it is missing.`)
      refused++
      continue
    }
    const numbering = numberingOf(args)
    const start = { profile, version, way: 'command', files, startedBy: null, isDry: run.dryRun } as const
    const report = await recordRun({ ...ingest, db: pools.server }, start, (id) =>
      ingestMappedFiles(
        ingest,
        { profile, files, scratch: tmpdir(), withdraw: run.withdraw },
        { dryRun: run.dryRun, numbering, run: id },
        !run.dryRun,
        run.onDocument,
      ),
    )
    const { rejected, fullList } = report
    refused += rejected + (fullList && fullList.heldBack !== null ? 1 : 0)
    out(`${names}: ${reportSummary(report, run.dryRun)}.`)
    if (fullList) for (const line of fullListLines(fullList, run.dryRun)) out(line)
    for (const line of problemLines(report)) out(line)
  }
  if (sets.length === 0) throw new Failed('None of the files has a name that the profile looks for.')
  if (refused > 0) throw new Failed('Something was refused: mend what is named above, and do it again.')
}

export const profileCommands: readonly Command[] = [
  {
    name: 'profile list',
    summary: 'Lists the import profiles: how files of other programs become documents.',
    run: async (context) => {
      const profiles = await listProfiles(await depsOf(context))
      if (profiles.length === 0)
        return context.out('There is no import profile yet: npm run portal -- profile guess FILE')
      const rows = profiles.map((profile) => [
        profile.name,
        profile.title ?? '',
        `version ${profile.version}`,
        lastRunText(profile.lastRun),
      ])
      for (const line of table(rows)) context.out(line)
    },
  },
  {
    name: 'profile export',
    summary: 'Prints a profile as JSON, as it can be saved again.',
    arguments: ['NAME'],
    run: async (context, args) => {
      const { profile } = await readProfile(await depsOf(context), argument(args, 0))
      context.out(JSON.stringify(profile, null, 2))
    },
  },
  {
    name: 'profile save',
    summary: 'Saves a profile from its JSON file; one of that name becomes a new version.',
    arguments: ['FILE'],
    run: async (context, args) => {
      const { name, version, isNew } = await saveProfile(await depsOf(context), await readJsonFile(argument(args, 0)))
      context.out(
        isNew
          ? `${name} is saved as version ${version}.`
          : `${name} says what version ${version} says: nothing to save.`,
      )
    },
  },
  {
    name: 'profile guess',
    summary:
      'Proposes a profile for a file (CSV, fixed widths, XLSX, XML or JSON), or for two of which one holds the lines, with what in them says so; --out writes it to be looked at and saved.',
    arguments: ['FILE…'],
    options: { out: { type: 'string' }, rows: { type: 'string' }, lines: { type: 'string' } },
    help: {
      out: 'The file that the profile is written to; without it, it is printed.',
      rows: 'Of XML and JSON: the path of the documents, instead of the one that is found.',
      lines: 'Of XML and JSON: the path of the lines inside them; "" for none.',
    },
    run: async (context, args) => {
      argument(args, 0)
      const paths = args.positionals
      const { profile, findings, columns, lineColumns } = await guessed(paths, {
        ...optionalChoice('rows', args),
        ...optionalChoice('lines', args),
      })
      const text = JSON.stringify(profile, null, 2)
      const found = [
        ...findings.map(({ subject, value, ...rest }) => ({ about: `${subject} ${value}`.trim(), ...rest })),
        ...[...columns, ...lineColumns].map(({ heading, field, ...rest }) => ({
          about: `${heading} → ${field || 'nothing'}`,
          ...rest,
        })),
      ]
      const rows = found.map(({ about, certainty, because }) => [
        `${Math.round(certainty * 100)} %`.padStart(5),
        about,
        profileFormat.evidence(because),
      ])
      const out = optionalOption(args, 'out')
      if (out === undefined) return context.out(text)
      for (const line of table(rows)) context.out(line)
      await writeFile(out, `${text}\n`, { flag: 'wx' })
      context.out(
        `The profile is in ${out}. Look at it, then: npm run portal -- profile test ${out} ${paths.join(' ')}`,
      )
    },
  },
  {
    name: 'profile test',
    summary: 'Shows what a profile makes of files: each document and each refusal. Nothing is written.',
    arguments: ['PROFILE', 'FILE…'],
    options: { ...numberingOptions, documents: { type: 'string', default: '10' } },
    help: { documents: 'How many documents are shown; 10 by default.', ...numberingHelp },
    run: async (context, args) => {
      const most = countOf(String(args.values.documents), 'documents') ?? 0
      let shown = 0
      const onDocument = (document: Record<string, unknown>) => {
        if (shown++ < most) context.out(JSON.stringify(document))
      }
      const run = { paths: args.positionals.slice(1), dryRun: true, onDocument }
      await withIngest(context, (ingest) => importByProfile(context, ingest, argument(args, 0), args, run))
    },
  },
]
