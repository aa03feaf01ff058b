/** The parts of Stryker's JSON report that are read here (mutation-testing-report-schema). */
export type MutationReport = {
  files: Record<string, { source: string; mutants: readonly Mutant[] }>
}
type Mutant = {
  status: string
  replacement?: string
  location: { start: Position; end: Position }
}
/** Lines and columns begin at 1. */
type Position = { line: number; column: number }

/**
 * A change of the code that no test notices. `code` is the line on which it begins, without indentation; `change` what was
 * written there instead of what.
 */
export type Survivor = { path: string; line: number; code: string; change: string }
/** A survivor that stays, and why. It holds wherever the line stands, so that a file may move. */
export type AcceptedMutant = { code: string; change: string; reason: string }

export type MutationResult = { killed: number; survivors: readonly Survivor[]; accepted: number }

const killedStatuses = ['Killed', 'Timeout']
const survivedStatuses = ['Survived', 'NoCoverage']

/** What became of the mutants of one report. Those that do not compile, and those that were left out, count as none. */
export const resultOf = (report: MutationReport, acceptedMutants: readonly AcceptedMutant[]): MutationResult => {
  const all = Object.entries(report.files).flatMap(([path, { source, mutants }]) =>
    mutants.map((mutant) => ({ status: mutant.status, survivor: describe(path, source, mutant) })),
  )
  const survivors = all.filter(({ status }) => survivedStatuses.includes(status)).map(({ survivor }) => survivor)
  const isAccepted = ({ code, change }: Survivor) =>
    acceptedMutants.some((mutant) => mutant.code === code && mutant.change === change)
  return {
    killed: all.filter(({ status }) => killedStatuses.includes(status)).length,
    survivors: survivors.filter((survivor) => !isAccepted(survivor)),
    accepted: survivors.filter(isAccepted).length,
  }
}

const describe = (path: string, source: string, { location, replacement = '' }: Mutant): Survivor => {
  const lines = source.split('\n')
  const { start, end } = location
  const changed = lines.slice(start.line - 1, end.line)
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

/** Accepted mutants of lines that no file has any more. */
export const staleAcceptances = (
  acceptedMutants: readonly AcceptedMutant[],
  files: readonly { text: string }[],
): string[] => {
  const lines = new Set(files.flatMap(({ text }) => text.split('\n').map((line) => line.trim())))
  return acceptedMutants.filter(({ code }) => !lines.has(code)).map(({ code }) => `${code}: no file has this line`)
}
