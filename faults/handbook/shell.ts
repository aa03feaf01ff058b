import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/* Lines of the handbook as a shell reads them. */

/** A command of the portal: what is set before it, its words, and the line whose output it reads. */
export type PortalCall = { env: Record<string, string>; words: string[]; input: string | undefined }

/** The words of a line; quotes keep blanks. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'))

const prefix = /^((?:[A-Z_]+=\S* )*)npm run (?:--silent )?portal -- (.+)$/

/** The call of the portal that a line is; undefined when it is something else. */
export function portalCallIn(line: string): PortalCall | undefined {
  const bar = line.indexOf(' | npm run ')
  const [input, call] = bar < 0 ? [undefined, line] : [line.slice(0, bar), line.slice(bar + 3)]
  const [, settings, words] = prefix.exec(call) ?? []
  if (settings === undefined || words === undefined) return undefined
  return { env: assignmentsIn(settings), words: wordsOf(words), input }
}

/** `NAME=value` before a command. */
export const assignmentsIn = (line: string): Record<string, string> =>
  Object.fromEntries(
    [...line.matchAll(/(?<=^| )([A-Z_]+)=(\S*)(?= |$)/g)].map(([, name = '', value = '']) => [name, value]),
  )

/** Runs a line in a shell; returns its exit code and all that it printed. */
export async function runInShell(
  line: string,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; output: string }> {
  const child = spawn('sh', ['-c', `${line} 2>&1`], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, code] = await Promise.all([text(child.stdout), ended])
  return { code, output }
}
