import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'

/* Proxies of Debian with the configurations of deploy/proxies, in which only addresses and certificates are others. */

const shipped = (name: string) => readFileSync(join(import.meta.dirname, '../deploy/proxies', name), 'utf8')

/** The configuration with a line for each of these servers wherever it has one for the first and one for the second. */
const withServers = (
  configuration: string,
  lines: RegExp,
  servers: readonly number[],
  line: (port: number, index: number, rest: string) => string,
) =>
  configuration.replace(lines, (...[, rest = '']: string[]) =>
    servers.map((port, index) => `    ${line(port, index, rest)}\n`).join(''),
  )

type Kind = {
  program: string
  file: string
  /** The shipped configuration for a port of this machine and these servers. */
  configuration: (port: number, servers: readonly number[]) => string
  args: (file: string) => string[]
}

export const proxies = {
  HAProxy: {
    program: '/usr/sbin/haproxy',
    file: 'haproxy.cfg',
    configuration: (port, servers) =>
      withServers(
        shipped('haproxy.cfg').replace(
          /bind :443.*\n\s*bind :80\n.*redirect.*\n.*X-Forwarded-Proto.*\n/,
          `bind 127.0.0.1:${port}\n`,
        ),
        / *server one \S+(.*)\n *server two .*\n/g,
        servers,
        (server, index, rest) =>
          `server portal-${index} 127.0.0.1:${server}${rest.replace('portals/one', `portals/portal-${index}`)}`,
      ),
    args: (file) => ['-db', '-f', file],
  },
  Caddy: {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    configuration: (port, servers) =>
      `{\n\tadmin off\n}\n${shipped('Caddyfile')
        .replace('{$DOMAIN}', `http://localhost:${port}`)
        .replaceAll('{$PORTAL}', servers.map((server) => `127.0.0.1:${server}`).join(' '))}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    configuration: (port, servers) => {
      const own = shipped('nginx.conf')
        .replace(/server \{\n\s*listen 80;[^}]*\}\n/, '')
        .replace(/listen 443 .*/, `listen 127.0.0.1:${port};`)
        .replaceAll(/ *ssl_certificate.*\n/g, '')
      const upstreams = withServers(
        own,
        / *server 10\.0\.0\.1:3000.*\n *server 10\.0\.0\.2:3000(.*)\n/g,
        servers,
        (server, index, rest) => `server 127.0.0.1:${server}${index === 0 ? rest.replace(' backup', '') : rest}`,
      )
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporary = folders.map((name) => `${name}_temp_path ${name};`).join(' ')
      const start = 'daemon off; master_process off; pid nginx.pid; events {}'
      return `${start}\nhttp {\naccess_log off; ${temporary}\n${upstreams}}\n`
    },
    args: (file) => ['-e', 'stderr', '-p', dirname(file), '-c', file],
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
export function startProxy(name: ProxyName, port: number, servers: readonly number[]): Promise<() => Promise<void>> {
  const { program, file, configuration, args }: Kind = proxies[name]
  const passesOn = async () => {
    const { status } = await fetch(`http://localhost:${port}/api/health/ready`)
    if (status !== 200) throw new Error(`${name} answers ${status}`)
  }
  const files = { [file]: configuration(port, servers) }
  return runConfigured({ program, files, args: (folder) => args(join(folder, file)) }, passesOn)
}

/** A program that reads its settings from files of a folder. `args` are its arguments, of the path of the folder. */
type ConfiguredProgram = {
  program: string
  files: Readonly<Record<string, string>>
  args: (folder: string) => string[]
  /** As whom it runs, if not as who runs the tests. */
  user?: { uid: number; gid: number } | undefined
}

/** Runs a program with settings in a folder of its own, and waits until `works` throws no more; returns how it is ended. */
export async function runConfigured(
  { program, files, args, user }: ConfiguredProgram,
  works: () => Promise<void>,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-proxy-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  if (user) for (const name of ['', ...Object.keys(files)]) chownSync(join(folder, name), user.uid, user.gid)
  const child = spawn(program, args(folder), {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { HOME: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`)
    await works()
  }
  await vi.waitFor(isUp, { timeout: 10_000, interval: 100 })
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
