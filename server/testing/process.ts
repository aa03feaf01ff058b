import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { vi } from 'vitest'

export type RunningPortal = { child: ChildProcess; address: string; pid: number; output: () => string }
export type EndedPortal = { code: number | null; output: string }

/** The environment in which run.mjs starts programs: compiled code is kept between starts. */
export const programEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
}

/** The portals of a test, each a process of its own, on a data folder. */
export function portalProcesses(dataDir: string) {
  const spawned = new Set<ChildProcess>()

  /** Starts a portal, on another folder or with other settings when `environment` says so; also returns its end. */
  function run(environment: Record<string, string> = {}, program = [join(import.meta.dirname, '../main.ts')]) {
    const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', ...environment }
    const child = spawn(process.execPath, program, {
      env: { ...programEnvironment, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    spawned.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    const ended = new Promise<EndedPortal>((resolve) => {
      child.once('close', (code) => {
        spawned.delete(child)
        resolve({ code, output })
      })
    })
    return { child, output: () => output, ended }
  }

  /** Waits until the portal serves requests. */
  async function served({ child, output, ended }: ReturnType<typeof run>, timeout = 40_000): Promise<RunningPortal> {
    const announced = vi.waitFor(
      () => {
        const address = / is at (http\S+)/.exec(output())?.[1]
        if (address === undefined || child.pid === undefined) throw new Error(`not yet: ${output()}`)
        return { child, address, pid: child.pid, output }
      },
      { timeout, interval: 20 },
    )
    return Promise.race([announced, ended.then(() => Promise.reject(new Error(`The portal ended: ${output()}`)))])
  }

  return {
    run,
    served,
    start: (environment?: Record<string, string>) => served(run(environment)),
    running: () => spawned.size,
    endAll: () => Promise.all([...spawned].map((child) => endProcess(child, 'SIGTERM'))),
  }
}

/** Sends the signal and returns the exit code of the process, which may have ended already. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}
