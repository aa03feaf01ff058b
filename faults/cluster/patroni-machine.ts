import { spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '#database/embedded/binaries.ts'
import { debianPassword, debianPrograms, hasPostgres, killPostgres } from '../debian-postgres.ts'
import { freePort, runConfigured } from '../proxies.ts'

/* A machine with etcd, Patroni and PostgreSQL as deploy/patroni describes it; only addresses, folders and passwords are others. */

export const programs = { etcd: '/usr/bin/etcd', patroni: '/usr/bin/patroni', patronictl: '/usr/bin/patronictl' }

/** Whether this machine has Debian's packages patroni, etcd-server and postgresql. */
export const hasPatroni = (): boolean => hasPostgres() && Object.values(programs).every((path) => existsSync(path))

/** Of each service the port in the shipped files. */
const shippedPorts = { etcd: 2379, etcdPeer: 2380, rest: 8008, postgres: 5432 }
export type Ports = typeof shippedPorts
type Replacement = readonly [from: string, to: string]

/** Ports that were free a moment ago. */
export async function freePorts(): Promise<Ports> {
  const [etcd, etcdPeer, rest, postgres] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  return { etcd, etcdPeer, rest, postgres }
}

/** For each machine the address that the shipped files have for a service of it, and the one of this test. */
export const addressesOf = (service: keyof Ports, machines: readonly Ports[]): Replacement[] =>
  machines.map((ports, index) => [`10.0.0.${index + 1}:${shippedPorts[service]}`, `127.0.0.1:${ports[service]}`])

/** A shipped file with these texts replaced, in this order; throws when it does not hold one of them. */
export function filled(name: string, replacements: readonly Replacement[]): string {
  let text = readFileSync(join(import.meta.dirname, '../../deploy/patroni', name), 'utf8')
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/patroni/${name} does not hold ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** A machine that is started and lost as a whole. */
export type Machine = {
  name: string
  /** The port of its PostgreSQL. */
  port: number
  /** The file with the settings of its Patroni. */
  settings: string
  /** What its Patroni has logged since the machine was last started. */
  log: () => string
  /** Starts what runs on it, on its old data if there are any. */
  boot: () => Promise<void>
  /** Kills all that runs on it at once, as a power cut would. */
  kill: () => Promise<void>
}

/** Makes the files of one of several machines in a folder; nothing is started. */
export function prepareMachine(folder: string, machines: readonly Ports[], index: number): Machine {
  const { user } = findBinaries()
  const ports = machines[index]
  if (ports === undefined) throw new RangeError(`There is no machine ${index}`)
  const name = nameOf(index)
  const data = join(folder, name)
  const own = (service: keyof Ports): Replacement => [
    `10.0.0.1:${shippedPorts[service]}`,
    `127.0.0.1:${ports[service]}`,
  ]
  const etcd = filled('etcd.yml', [
    ['name: db1', `name: ${name}`],
    ['/var/lib/etcd/portal', `${data}-etcd`],
    ...addressesOf('etcdPeer', machines).map(([from, to], at): Replacement => {
      const start = `${nameOf(at)}=http://`
      return [start + from, start + to]
    }),
    own('etcdPeer'),
    own('etcd'),
  ])
  const node = filled('node.yml', [
    ['name: db1', `name: ${name}`],
    ...addressesOf('etcd', machines),
    own('rest'),
    own('postgres'),
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/usr/lib/postgresql/15/bin', debianPrograms],
    ['/var/lib/postgresql/15/portal', data],
    ['/var/lib/postgresql/15-portal.pgpass', `${data}.pgpass`],
    ['/var/run/postgresql', folder],
    ['the password of postgres', debianPassword],
  ])
  const settings = `${data}.yml`
  writeFileSync(settings, node, { mode: 0o600 })
  if (user) chownSync(settings, user.uid, user.gid)
  let patroni: number | undefined
  let endEtcd: (() => Promise<void>) | undefined
  return {
    name,
    port: ports.postgres,
    settings,
    log: () => readFileSync(`${data}.log`, 'utf8'),
    boot: async () => {
      if (patroni !== undefined) throw new Error(`${name} is running`)
      const log = openSync(`${data}.log`, 'w')
      // It waits for its etcd, as it does where both start with a machine.
      const child = spawn(programs.patroni, [settings], {
        ...user,
        cwd: folder,
        stdio: ['ignore', log, log],
        env: { HOME: folder, LANG: 'C.UTF-8' },
      })
      closeSync(log)
      patroni = child.pid
      const files = { 'etcd.yml': etcd }
      const args = (path: string) => ['--config-file', join(path, 'etcd.yml')]
      endEtcd = await runConfigured({ program: programs.etcd, files, args, user }, () => expectHealthy(ports.etcd))
    },
    kill: async () => {
      const ending = endEtcd?.()
      if (patroni !== undefined) killPostgres(data, [patroni])
      patroni = undefined
      endEtcd = undefined
      await ending
    },
  }
}

const nameOf = (index: number) => `db${index + 1}`

async function expectHealthy(etcd: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${etcd}/health`)
  if (!reply.ok) throw new Error(`etcd says ${await reply.text()}`)
}
