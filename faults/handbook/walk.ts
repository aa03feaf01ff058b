import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { settingsIn } from '#checks/handbook/lines.ts'
import { type Instead, notApplied, notRun } from '#checks/handbook/not-run.ts'
import { firstMissing } from '#checks/handbook/output.ts'
import type { Step } from '#checks/handbook/pages.ts'
import { localText } from '#server/commands/backup/moments.ts'
import { testCommands } from '#server/testing/command.ts'
import { endProcess, portalProcesses, type RunningPortal } from '#server/testing/process.ts'
import { type Addresses, asWritten, type Captured, filledIn, type Ports, placeholdersIn } from './placeholders.ts'
import { assignmentsIn, portalCallIn, runInShell } from './shell.ts'

/* Does what the pages of the handbook say, in their order, in one folder and with one portal after the other. */

/** Commands whose result may take a while, and that may be given again. */
const repeatable = /^journalctl |(?:portal -- doctor|\/api\/health\/\w+|\/metrics)$/
/** Milliseconds within which what such a command promises is there. */
const patience = 180_000
/** Milliseconds within which a portal serves, on a machine that others keep busy. */
const startPatience = 180_000
/** What needs a PostgreSQL of Debian's. */
const ofPostgres = /^(?:psql|pg_dump|pg_restore) |\$\w*DATABASE_URL/

type World = { root: string; ports: Ports; addresses: Addresses; postgresEnv: NodeJS.ProcessEnv; hasPostgres: boolean }
type Result = { step: Step; command: string; code: number | null; output: string; again: () => Promise<Result> }

/** A walk through the pages; `take` takes a step and throws when it does not come out as the page says. */
export function openWalk({ root, ports, addresses, postgresEnv, hasPostgres }: World) {
  const dataDir = join(root, 'data')
  const captured: Captured = { KEY: '', ID: '', moment: '' }
  const secret = () => readFileSync(join(dataDir, 'token-secret'), 'utf8').trim()
  const table = placeholdersIn(root, { ports, captured, addresses, secret })
  const fill = (text: string) => filledIn(text, table)
  const settings: Record<string, string> = { DATA_DIR: dataDir, PORT: String(ports.portal), LOG_LEVEL: 'warn' }
  const { run: launch, served, endAll } = portalProcesses(dataDir)
  const start = (environment: Record<string, string>) => served(launch(environment), startPatience)
  const beside: RunningPortal[] = []
  let portal: RunningPortal | undefined
  let result: Result | undefined
  for (const name of ['backups', 'archive']) mkdirSync(join(root, name))

  async function stop(): Promise<void> {
    if (portal) await endProcess(portal.child, 'SIGTERM')
    portal = undefined
  }

  const stands: Readonly<Record<Instead, () => Promise<string>>> = {
    start: async () => {
      portal = await start(settings)
      return ''
    },
    stop: async () => {
      await stop()
      return ''
    },
    restart: async () => {
      await stop()
      portal = await start(settings)
      return ''
    },
    log: async () => portal?.output() ?? '',
  }

  async function outcomeOf(line: string): Promise<{ code: number | null; output: string }> {
    const env = { PATH: process.env.PATH, KEY: captured.KEY, ...postgresEnv }
    const call = portalCallIn(line)
    if (call) {
      const input = call.input === undefined ? '' : (await runInShell(call.input, { cwd: root, env })).output
      const { code, out, err } = await testCommands(settings).run(call.words, { input, env: call.env })
      return { code, output: out + err }
    }
    if (line.endsWith(' npm start')) {
      const { PUBLIC_URL: _, ...plain } = assignmentsIn(line)
      beside.push(await start(plain))
      return { code: 0, output: '' }
    }
    return runInShell(line, { cwd: root, env })
  }

  async function run(step: Step, before = ''): Promise<Result> {
    const command = step.text
    const again = () => run(step, before)
    const listed = notRun.find((one) => one.command === command)
    if (listed) {
      const output = listed.instead === undefined ? '' : await stands[listed.instead]()
      return { step, command, code: 0, output: before + output, again }
    }
    const { code, output } = await outcomeOf(fill(command))
    return { step, command, code, output: before + output, again }
  }

  /** Keeps what later commands need. */
  function keep({ command, output }: Result): void {
    if (command.includes('key create --name erp')) captured.KEY = output.trim().split(/\s+/).at(-1) ?? ''
    if (command.endsWith('refused list'))
      captured.ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(output)?.[0] ?? ''
  }

  const failure = ({ page, line }: Step, { command, code, output }: Result, what: string) =>
    new Error(`${page}:${line}: ${command}\n${what}\nIt ended with ${code} and printed:\n${asWritten(output, table)}`)

  const fault = ({ code, output }: Result, promised?: string): string | undefined => {
    if (promised === undefined) return code === 0 ? undefined : 'The command failed.'
    const missing = firstMissing(promised, asWritten(output, table))
    return missing === undefined ? undefined : `It does not print: ${missing}`
  }

  /** What a step comes to; a command that looks is given again for a while. */
  async function settle(step: Step, first: Result, promised?: string): Promise<Result> {
    let last = first
    const check = () => {
      const what = fault(last, promised)
      if (what !== undefined) throw failure(step, last, what)
      return last
    }
    if (!repeatable.test(first.command) || fault(first, promised) === undefined) return check()
    return vi.waitFor(
      async () => {
        last = await last.again()
        return check()
      },
      { timeout: patience, interval: 2_000 },
    )
  }

  async function takeCommand(step: Step): Promise<void> {
    // What a page shows is what the commands of the block before it print together.
    const before = result?.step.page === step.page && result.step.line === step.line ? `${result.output}\n` : ''
    // What is archived for it reaches this moment.
    if (/portal -- test-restore$/.test(step.text)) captured.moment = localText(new Date())
    result = await run(step, before)
    // `doctor` ends with 1 for whatever is not well yet; the page says what is to be well.
    const isLook = step.text.endsWith('portal -- doctor') && result.code !== 2
    if (!isLook) result = await settle(step, result)
    keep(result)
  }

  function apply(text: string): void {
    const all = settingsIn(text)
    if (all[0] !== undefined && all[0][0] in notApplied) return
    for (const [name, value] of all.filter(([one]) => !(one in notApplied))) {
      if (value === '') delete settings[name]
      // Under which name it answers is the page's; it is called at its port.
      else settings[name] = name === 'PUBLIC_URL' ? value : (settingsIn(fill(`${name}=${value}`))[0]?.[1] ?? '')
    }
  }

  return {
    take: async (step: Step): Promise<void> => {
      if (!hasPostgres && (step.page.endsWith('/move.md') || ofPostgres.test(step.text))) return
      if (step.kind === 'settings') apply(step.text)
      else if (step.kind === 'file') writeFileSync(join(root, step.name), `${step.text}\n`)
      else if (step.kind === 'command') await takeCommand(step)
      else if (result) result = await settle(step, result, step.text)
    },
    /** Ends the portals that a page started beside the portal. */
    endPage: async (): Promise<void> => {
      for (const { child } of beside.splice(0)) await endProcess(child, 'SIGTERM')
      result = undefined
    },
    end: endAll,
  }
}
