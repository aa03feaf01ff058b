import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#database/embedded/ports.ts'
import { type MeasuredDatabase, tokenSecret } from './measured-database.ts'
import type { Usage } from './usage.ts'

/** A server under measurement, in a process of its own. */
export type Server = {
  port: number
  pid: number
  usage: (of: 'cpu' | 'memory' | 'delay') => Promise<Usage>
  stop: () => Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** The portal as an operator runs it, on the measured database, with these settings beside. */
export async function startPortal(data: MeasuredDatabase, more: Record<string, string> = {}): Promise<Server> {
  const port = await freePort()
  const environment = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: data.ownerUrl,
    TOKEN_SECRET: tokenSecret,
    DATA_DIR: data.folder,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ...more,
  }
  return start('dist/server/main.js', port, environment, '/api/health/ready')
}

/** The bare server: `node:http` and `pg` alone, with statements written by hand, as a role without row-level security. */
export async function startBare(data: MeasuredDatabase): Promise<Server> {
  const port = await freePort()
  const environment = { PORT: String(port), OWNER_URL: data.ownerUrl }
  return start('bench/harness/bare-server.ts', port, environment, '/ready')
}

async function start(
  program: string,
  port: number,
  environment: Record<string, string>,
  readyPath: string,
): Promise<Server> {
  const profile = process.env.BENCH_PROFILE
  const child = fork(join(root, program), {
    cwd: root,
    execArgv: [
      '--import',
      join(root, 'bench/harness/usage.ts'),
      ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
    ],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitUntilAnswering(child, `http://127.0.0.1:${port}${readyPath}`)
  return {
    port,
    pid: child.pid as number,
    usage: async (of) => {
      const { promise, resolve } = Promise.withResolvers<Usage>()
      // The portal also says, in a word, that it is serving.
      const onMessage = (message: unknown) => {
        if (typeof message === 'object') resolve(message as Usage)
      }
      child.on('message', onMessage)
      child.send(of)
      return promise.finally(() => child.off('message', onMessage))
    },
    stop: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until the address answers 200. */
async function waitUntilAnswering(child: ChildProcess, address: string): Promise<void> {
  const deadline = performance.now() + 300_000
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const status = await fetch(address).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`${address} did not answer within five minutes`)
}
