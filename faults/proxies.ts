import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

/* Proxies of Debian with the configurations of deploy/proxies, in which only addresses and certificates are others. */

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../deploy/proxies', name), 'utf8')

type Kind = {
  program: string
  file: string
  /** The shipped configuration for a port of this machine and two servers. */
  configuration: (port: number, servers: readonly number[]) => string
  args: (file: string) => string[]
}

export const proxies = {
  HAProxy: {
    program: '/usr/sbin/haproxy',
    file: 'haproxy.cfg',
    configuration: (port, [one, two]) =>
      shipped('haproxy.cfg')
        .replace(/bind :443.*\n\s*bind :80\n.*redirect.*\n.*X-Forwarded-Proto.*\n/, `bind 127.0.0.1:${port}\n`)
        .replace('10.0.0.1:3000', `127.0.0.1:${one}`)
        .replace('10.0.0.2:3000', `127.0.0.1:${two}`),
    args: (file) => ['-db', '-f', file],
  },
  Caddy: {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    configuration: (port, servers) =>
      `{\n\tadmin off\n}\n${shipped('Caddyfile')
        .replace('{$DOMAIN}', `http://localhost:${port}`)
        .replace('{$PORTAL}', servers.map((server) => `127.0.0.1:${server}`).join(' '))}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const satisfies Record<string, Kind>
export type ProxyName = keyof typeof proxies

/** Whether this machine has the proxy: Debian's package of its name. */
export const hasProxy = (name: ProxyName): boolean => existsSync(proxies[name].program)

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a proxy before servers of this machine, and waits until it passes calls on; returns how it is ended. */
export async function startProxy(
  name: ProxyName,
  port: number,
  servers: readonly number[],
): Promise<() => Promise<void>> {
  const { program, file, configuration, args }: Kind = proxies[name]
  const folder = mkdtempSync(join(tmpdir(), 'portal-proxy-'))
  const path = join(folder, file)
  writeFileSync(path, configuration(port, servers))
  const child = spawn(program, args(path), { stdio: ['ignore', 'pipe', 'pipe'], env: { HOME: folder } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const passesOn = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`)
    const { status } = await fetch(`http://localhost:${port}/api/health/ready`)
    if (status !== 200) throw new Error(`${name} answers ${status}`)
  }
  await vi.waitFor(passesOn, { timeout: 10_000, interval: 100 })
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
