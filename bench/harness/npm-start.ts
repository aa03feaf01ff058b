import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#database/embedded/ports.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Runs `npm start` on the data of a folder whose database is not running, until `use` is done with it. `use` gets the id
 * of its first process, and the milliseconds until the portal was ready.
 */
export async function withNpmStart<T>(
  dataDir: string,
  use: (pid: number, milliseconds: number) => T | Promise<T>,
): Promise<T> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'run.mjs'), 'start'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' },
  })
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  let code: number | null | undefined
  void ended.then((exitCode) => {
    code = exitCode
  })
  try {
    for (;;) {
      if (code !== undefined) throw new Error(`npm start ended with ${code}`)
      const reply = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined)
      if (reply?.status === 200) return await use(child.pid as number, performance.now() - startedAt)
      await sleep(10)
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
