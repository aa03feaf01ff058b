import { Readable } from 'node:stream'
import { runCommandLine } from '#server/commands/command-line.ts'
import type { SourceFile } from '../rules/project-files.ts'
import { commandsIn, reference } from './pages.ts'

/** A command of the portal as its help has it: `backup`, `backup DIR`, its options without `--`. */
export type PortalCommand = { name: string; usage: string; options: string[] }

/** What the command line prints. */
async function printed(words: string[]): Promise<string> {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const streams = { stdin: Readable.from([]), stdout: { write }, stderr: { write } }
  await runCommandLine(words, { env: {}, ...streams, onInterrupt: () => undefined })
  return out
}

const nameOf = (usage: string) => /^[a-z-]+(?: [a-z-]+)*(?=$| [A-Z[])/.exec(usage)?.[0] ?? ''

/** All commands of the portal with their options, read from its help. */
export async function portalCommands(): Promise<PortalCommand[]> {
  const usages = [...(await printed(['help'])).matchAll(/^ {2}(\S.*?) {2,}\S/gm)].map(([, usage = '']) => usage)
  return Promise.all(
    usages.map(async (usage) => {
      const help = await printed(['help', ...nameOf(usage).split(' ')])
      return {
        name: nameOf(usage),
        usage,
        options: [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, word = '']) => word),
      }
    }),
  )
}

const escaped = (text: string) => text.replaceAll('|', '\\|')

/** Commands and options that the table of commands lacks, and those that it has and the portal does not. */
export function referenceFaults(pages: readonly SourceFile[], commands: readonly PortalCommand[]): string[] {
  const text = pages.find(({ path }) => path === reference)?.text ?? ''
  const rows = [...text.matchAll(/^\| `([^`]+)` \| .+ \|(.*)\|$/gm)].map(([, usage = '', options = '']) => ({
    usage,
    options: [...options.matchAll(/`--([a-z-]+)[^`]*`/g)].map(([, word = '']) => word),
  }))
  const missing = commands.flatMap(({ usage, options }) => {
    const row = rows.find((one) => one.usage === escaped(usage))
    if (row === undefined) return [`${usage} is in no table`]
    const lacking = options
      .filter((word) => !row.options.includes(word))
      .map((word) => `${usage}: --${word} is missing`)
    const gone = row.options.filter((word) => !options.includes(word)).map((word) => `${usage} has no --${word}`)
    return [...lacking, ...gone]
  })
  const usages = commands.map(({ usage }) => escaped(usage))
  const invented = rows.filter(({ usage }) => !usages.includes(usage) && !/^[a-z]+:/.test(usage))
  return [...missing, ...invented.map(({ usage }) => `${usage} is no command`)]
}

/** The words of a command of the portal inside a line of a shell, without what is before and after it. */
const portalCall = /(?:npm run (?:--silent )?portal --|server\/cli\.ts|run\.mjs portal) ([^|`]+)/

function wordsFault(text: string, commands: readonly PortalCommand[]): string | undefined {
  const words = text.trim().split(/\s+/)
  const command = commands
    .filter(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
  if (command === undefined)
    return words[0] === 'help' || words[0] === 'COMMAND' ? undefined : `${text}: no such command`
  const unknown = [...text.matchAll(/(?:^| )--([a-z-]+)/g)]
    .map(([, word = '']) => word)
    .find((word) => !command.options.includes(word))
  return unknown === undefined ? undefined : `${text}: ${command.name} has no --${unknown}`
}

/** Calls of the portal's commands, in blocks and in running text, whose command or option does not exist. */
export function wrongCalls(pages: readonly SourceFile[], commands: readonly PortalCommand[]): string[] {
  const names = commands.map(({ name }) => name)
  const inBlocks = commandsIn(pages).map(({ page, text }) => ({ page, call: portalCall.exec(text)?.[1] }))
  const inText = pages.flatMap(({ path, text }) =>
    [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => ({
      page: path,
      // In running text a command may stand without what comes before it.
      call:
        portalCall.exec(words)?.[1] ??
        (names.some((name) => words.startsWith(`${name} --`) || words.startsWith(`${name} `)) ? words : undefined),
    })),
  )
  return [...inBlocks, ...inText].flatMap(({ page, call }) => {
    const fault = call === undefined ? undefined : wordsFault(call.replace(/\[|\]/g, ''), commands)
    return fault === undefined ? [] : [`${page}: ${fault}`]
  })
}
