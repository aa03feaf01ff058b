import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { vi } from 'vitest'
import { freePort } from './proxies.ts'

const services = ['account', 'container', 'object', 'proxy'] as const
type SwiftServer = (typeof services)[number]

const programOf = (name: string) => join('/usr/bin', name)

/** Whether this machine has OpenStack Swift: Debian's packages swift-proxy, -account, -container, -object and memcached. */
export const hasSwift = (): boolean =>
  [...services.map((service) => `swift-${service}-server`), 'memcached'].every((name) => existsSync(programOf(name)))

export type Swift = {
  /** The address of a bucket of its own, as OBJECT_STORAGE_URL takes it. */
  url: string
  /** The keys of all objects in the bucket. */
  keys: () => Promise<string[]>
  /** Ends what answers calls, as a crash does. */
  kill: () => Promise<void>
  /** Starts it again. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a Swift of its own with its S3 interface, as root, on this machine alone. It ends when it is stopped. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-swift-'))
  const ports = Object.fromEntries(
    await Promise.all([...services, 'cache'].map(async (name) => [name, await freePort()])),
  ) as Record<SwiftServer | 'cache', number>
  mkdirSync(join(folder, 'devices/d1'), { recursive: true })
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = portal\n[storage-policy:0]\nname = default\ndefault = yes\n',
  )
  for (const service of services) writeFileSync(join(folder, `${service}.conf`), configOf(service, folder, ports))
  for (const service of ['account', 'container', 'object'] as const) {
    const ring = (...args: string[]) =>
      execFileSync(programOf('swift-ring-builder'), [`${service}.builder`, ...args], { cwd: folder, stdio: 'ignore' })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${ports[service]}/d1`, '1')
    ring('rebalance')
  }
  const children = new Map<string, ChildProcess>()
  let output = ''
  const run = (name: string, program: string, args: string[]) => {
    const child = spawn(programOf(program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    children.set(name, child)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
  }
  const end = async (name: string, signal: NodeJS.Signals) => {
    const child = children.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
  const client = new AwsClient({
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  })
  const bucket = `http://127.0.0.1:${ports.proxy}/files`
  const startProxy = async () => {
    run('proxy', 'swift-proxy-server', [join(folder, 'proxy.conf')])
    await vi.waitFor(
      async () => {
        // Making a bucket that is one's own already is no error.
        const reply = await client.fetch(bucket, { method: 'PUT' }).catch((error: unknown) => {
          throw new Error(`Swift does not answer: ${output}`, { cause: error })
        })
        if (!reply.ok && reply.status !== 409) throw new Error(`Swift answers ${reply.status}: ${await reply.text()}`)
      },
      { timeout: 30_000, interval: 200 },
    )
  }
  run('cache', 'memcached', ['-u', 'root', '-l', '127.0.0.1', '-p', String(ports.cache)])
  for (const service of ['account', 'container', 'object'])
    run(service, `swift-${service}-server`, [join(folder, `${service}.conf`)])
  const stop = async () => {
    await Promise.all([...children.keys()].map((name) => end(name, 'SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  }
  await startProxy().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url: `http://test%3Atester:testing@127.0.0.1:${ports.proxy}/files`,
    keys: async () => {
      const reply = await client.fetch(`${bucket}?list-type=2&max-keys=1000`)
      return [...(await reply.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key ?? '')
    },
    kill: () => end('proxy', 'SIGKILL'),
    start: startProxy,
    stop,
  }
}

/** The configuration of one of its servers: nothing but what a single machine needs. */
function configOf(service: SwiftServer, folder: string, ports: Record<SwiftServer | 'cache', number>): string {
  const common = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[service]}
workers = 0
user = root
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = WARN
`
  if (service !== 'proxy') {
    return `${common}[pipeline:main]
pipeline = ${service}-server
[app:${service}-server]
use = egg:swift#${service}
`
  }
  return `${common}[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`
}
