import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { vi } from 'vitest'
import { findBinaries } from '#database/embedded/binaries.ts'
import { createOwned, debianUrl } from '../debian-postgres.ts'
import { addressesOf, filled, freePorts, type Machine, prepareMachine, programs } from './patroni-machine.ts'

/** Three machines, of which Patroni lets one lead. */
export type PatroniCluster = {
  /** The owner's URL of an empty database called portal, as deploy/patroni/portal.env has it. */
  ownerUrl: string
  /** Starts the machines; returns when two follow the third and the database is there. */
  start: () => Promise<void>
  /** The machine whose PostgreSQL is the primary. */
  leader: () => Promise<Machine>
  /** Waits until both other machines follow the leader, and one of them has every commit before it is acknowledged. */
  settle: () => Promise<void>
  /** Has Patroni promote another machine, as an operator does before work on the leader. */
  switchOver: () => Promise<void>
  /** Waits until a machine other than this is the primary; returns the last moment at which none was. */
  promotionAfter: (former: Machine) => Promise<number>
  /** Ends all, and removes its folder. */
  stop: () => Promise<void>
}

/** Prepares the machines; nothing is started. */
export async function preparePatroni(): Promise<PatroniCluster> {
  const { user } = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'portal-patroni-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const ports = await Promise.all([freePorts(), freePorts(), freePorts()])
  const machines = ports.map((_, index) => prepareMachine(folder, ports, index))
  const owner = new URL(debianUrl('owner', 'portal', 0))
  const portal = filled('portal.env', [
    ['//owner:password@', `//${owner.username}:${owner.password}@`],
    ...addressesOf('postgres', ports),
  ])
  const primaries = async () => {
    const standbys = await Promise.all(machines.map(({ port }) => isStandby(port)))
    return machines.filter((_, index) => standbys[index] === false)
  }
  const leader = async () => {
    const [first, ...others] = await primaries()
    if (first === undefined || others.length > 0) throw new Error(`${first ? 'Several machines lead' : 'None leads'}`)
    return first
  }
  const settle = () =>
    vi.waitFor(async () => expectFollowed((await leader()).port, machines.length - 1), {
      timeout: 180_000,
      interval: 500,
    })
  return {
    ownerUrl: /^DATABASE_URL=(.+)$/m.exec(portal)?.[1] ?? '',
    start: async () => {
      await Promise.all(machines.map(({ boot }) => boot()))
      await settle()
      await createOwned('portal', (await leader()).port)
    },
    leader,
    settle,
    switchOver: async () => {
      const { settings } = await leader()
      await promisify(execFile)(programs.patronictl, ['-c', settings, 'switchover', '--force', 'portal'], {
        // Click refuses to start without a language in UTF-8.
        env: { LANG: 'C.UTF-8' },
      })
    },
    promotionAfter: async (former) => {
      const others = machines.filter((machine) => machine !== former)
      const clients = await Promise.all(others.map(({ port }) => connectTo(port)))
      let lastWithout = performance.now()
      const isPromoted = async () => {
        const lookedAt = performance.now()
        const standbys = await Promise.all(clients.map(readStandby))
        if (standbys.includes(false)) return
        lastWithout = lookedAt
        throw new Error('No other machine leads yet')
      }
      await vi.waitFor(isPromoted, { timeout: 120_000, interval: 50 })
      await Promise.all(clients.map((client) => client.end()))
      return lastWithout
    },
    stop: async () => {
      await Promise.all(machines.map(({ kill }) => kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A connection of the superuser to the PostgreSQL at a port. */
async function connectTo(port: number): Promise<pg.Client> {
  const connectionString = debianUrl('postgres', 'postgres', port)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  // When it breaks, the next query fails.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function readStandby(client: pg.Client): Promise<boolean | undefined> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  return rows[0]?.standby
}

/** Whether the PostgreSQL at a port is a standby; undefined when it does not answer. */
async function isStandby(port: number): Promise<boolean | undefined> {
  // One that is down, or starts, is neither primary nor standby.
  const client = await connectTo(port).catch(() => undefined)
  if (client === undefined) return undefined
  try {
    return await readStandby(client)
  } finally {
    await client.end()
  }
}

async function expectFollowed(port: number, followers: number): Promise<void> {
  const client = await connectTo(port)
  try {
    const { rows } = await client.query<{ following: number; synchronous: number }>(
      `select count(*)::int as following, (count(*) filter (where sync_state = 'sync'))::int as synchronous
from pg_stat_replication where state = 'streaming' and usename = 'replicator'`,
    )
    if (rows[0]?.following !== followers || rows[0].synchronous !== 1)
      throw new Error(`Of ${followers} machines this many follow: ${JSON.stringify(rows[0])}`)
  } finally {
    await client.end()
  }
}
