/** The parts of Stryker's JSON report that are read here (mutation-testing-report-schema). */
export type MutationReport = {
  files: Record<string, { source: string; mutants: readonly Mutant[] }>
}
type Mutant = {
  status: string
  replacement?: string
  location: Location
}
/** Lines and columns begin at 1. */
export type Location = { start: Position; end: Position }
type Position = { line: number; column: number }

/**
 * A change of the code. `code` is the line on which it begins, without indentation; `change` what was written there instead
 * of what.
 */
export type Change = { path: string; line: number; code: string; change: string }
/**
 * A change with which tests were run. `isRefused`: the compiler noticed it, which `npm test` runs before any test;
 * `isEndless`: it was noticed because the tests took far too long.
 */
export type TriedMutant = Change & { isKilled: boolean; isRefused: boolean; isEndless: boolean }
/** A survivor that stays, and why. It holds wherever the line stands, so that a file may move. */
export type AcceptedMutant = { code: string; change: string; reason: string }

/** `refused`: how many of those killed no test noticed, but the compiler. */
export type MutationResult = { killed: number; refused: number; survivors: readonly Change[]; accepted: number }

const killedStatuses = ['Killed', 'Timeout']
const survivedStatuses = ['Survived', 'NoCoverage']

/**
 * The mutants of a report that were tried. Those that were left out are none. The compiler is asked about those that no
 * test noticed.
 */
export const triedMutants = (
  report: MutationReport,
  refuses: (path: string, text: string) => boolean = () => false,
): TriedMutant[] =>
  Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => killedStatuses.includes(status) || survivedStatuses.includes(status))
      .map(({ status, location, replacement = '' }) => {
        const isNoticed = killedStatuses.includes(status)
        const isRefused = !isNoticed && refuses(path, withChange(source, location, replacement))
        return {
          ...describeChange({ path, source, location, replacement }),
          ...{ isKilled: isNoticed || isRefused, isRefused, isEndless: status === 'Timeout' },
        }
      }),
  )

const withChange = (source: string, { start, end }: Location, replacement: string): string => {
  const lines = source.split('\n')
  const before = [...lines.slice(0, start.line - 1), (lines[start.line - 1] ?? '').slice(0, start.column - 1)]
  const after = [(lines[end.line - 1] ?? '').slice(end.column - 1), ...lines.slice(end.line)]
  return before.join('\n') + replacement + after.join('\n')
}

/** Which change it is, as long as its file stays as it is. */
export const identityOf = ({ line, code, change }: Change): string => `${line} ${code} ${change}`

/** What became of mutants that were tried a second time with more tests: whoever kills one, it is killed. */
export const combine = (first: readonly TriedMutant[], second: readonly TriedMutant[]): TriedMutant[] => {
  const killed = new Set(second.filter(({ isKilled }) => isKilled).map((mutant) => mutant.path + identityOf(mutant)))
  return first.map((mutant) => ({
    ...mutant,
    isKilled: mutant.isKilled || killed.has(mutant.path + identityOf(mutant)),
  }))
}

export const resultOf = (tried: readonly TriedMutant[], acceptedMutants: readonly AcceptedMutant[]): MutationResult => {
  const survivors = tried
    .filter(({ isKilled }) => !isKilled)
    .map(({ path, line, code, change }): Change => ({ path, line, code, change }))
  const isAccepted = ({ code, change }: Change) =>
    acceptedMutants.some((mutant) => mutant.code === code && mutant.change === change)
  return {
    killed: tried.length - survivors.length,
    refused: tried.filter(({ isRefused }) => isRefused).length,
    survivors: survivors.filter((survivor) => !isAccepted(survivor)),
    accepted: survivors.filter(isAccepted).length,
  }
}

type ChangedText = { path: string; source: string; location: Location; replacement: string }

export const describeChange = ({ path, source, location: { start, end }, replacement }: ChangedText): Change => {
  const changed = source.split('\n').slice(start.line - 1, end.line)
  const code = (changed[0] ?? '').trim()
  // The end first: on a single line it would otherwise be counted from the start that was cut off.
  changed[changed.length - 1] = (changed.at(-1) ?? '').slice(0, end.column - 1)
  changed[0] = (changed[0] ?? '').slice(start.column - 1)
  const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
  return { path, line: start.line, code, change: `${onOneLine(changed.join('\n'))} → ${onOneLine(replacement)}` }
}

/** Percent of the mutants that were killed; accepted ones count as neither. */
export const percentKilled = ({ killed, survivors }: Pick<MutationResult, 'killed' | 'survivors'>): number =>
  killed + survivors.length === 0 ? 100 : (100 * killed) / (killed + survivors.length)

/** By how many percent the share of all changes may differ from that of a sample, in 95 of 100 samples (Agresti, Coull). */
export const marginOf = ({ killed, survivors }: Pick<MutationResult, 'killed' | 'survivors'>): number => {
  const count = killed + survivors.length + 4
  const share = (killed + 2) / count
  return 196 * Math.sqrt((share * (1 - share)) / count)
}

/** Accepted mutants of lines that no file has any more. */
export const staleAcceptances = (
  acceptedMutants: readonly AcceptedMutant[],
  files: readonly { text: string }[],
): string[] => {
  const lines = new Set(files.flatMap(({ text }) => text.split('\n').map((line) => line.trim())))
  return acceptedMutants.filter(({ code }) => !lines.has(code)).map(({ code }) => `${code}: no file has this line`)
}
