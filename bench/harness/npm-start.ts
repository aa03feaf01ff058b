import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#database/embedded/ports.ts'

const root = join(import.meta.dirname, '../..')

/** A portal that runs by the command of an operator; `seconds` passed until it was ready. */
export type StartedPortal = { pid: number; seconds: number; stop: () => Promise<void> }

/** Runs `npm start` on the data of a folder, with or without the demo, until the portal is ready. */
export async function npmStart(dataDir: string, demo: 'on' | 'off'): Promise<StartedPortal> {
  const port = await freePort()
  const startedAt = performance.now()
  const { DEMO: _, ...environment } = process.env
  const child = spawn(process.execPath, [join(root, 'run.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...(demo === 'off' ? { DEMO: 'off' } : {}),
    },
  })
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  let code: number | null | undefined
  void ended.then((exitCode) => {
    code = exitCode
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    for (;;) {
      if (code !== undefined) throw new Error(`npm start ended with ${code}`)
      const reply = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined)
      if (reply?.status === 200)
        return { pid: child.pid as number, seconds: (performance.now() - startedAt) / 1000, stop }
      await sleep(10)
    }
  } catch (error) {
    await stop()
    throw error
  }
}
