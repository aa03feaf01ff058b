import type pg from 'pg'
import type { DocumentType } from '#contract/values.ts'
import { openClient } from './connect.ts'
import type { Log } from './log.ts'
import { repeat } from './repeat.ts'
import type { Db } from './transaction.ts'
import { typeParsers } from './type-parsers.ts'

/**
 * What the database notifies of: an account's documents or notices; what only staff see; a session whose access tokens are
 * refused; what staff publish.
 */
const channels = ['account_changed', 'console_changed', 'session_refused', 'content_changed'] as const
export type Channel = (typeof channels)[number]

/** Called with the payload of a notification; without one when notifications may have been missed. */
export type OnNotification = (payload?: string) => void

export type Listener = {
  /** Calls `onNotification` from now on. Returns the function that ends this. */
  subscribe: (channel: Channel, onNotification: OnNotification) => () => void
  /** The connection that listens, to read what the notifications are about. Throws while there is none. */
  db: () => Db
  stop: () => Promise<void>
}

export type ListenerOptions = {
  /** The URL of the role portal_server for sessions. */
  url: string
  log: Log
  clock: () => Date
  /** Reports that the connection broke; another takes its place at once. */
  onLost: (error: Error) => void
}

const checkInterval = 1_000
const connectTimeout = 2_000
/** Longer than the small queries that run on this connection ever take. */
const queryTimeout = 3_000

/**
 * Opens the one connection of this process that listens to the database's notifications. It is outside the pools, so
 * that it is there however busy they are. It is checked every second and replaced when it is lost; the log has one line
 * when the database cannot be reached, and one when it is back. Resolves after the first attempt, also when that failed.
 */
export async function openListener({ url, log, clock, onLost }: ListenerOptions): Promise<Listener> {
  const subscribers = new Map<Channel, Set<OnNotification>>(channels.map((channel) => [channel, new Set()]))
  let client: pg.Client | undefined
  let lastError: unknown
  let stopped = false

  function notify(channel: string, payload?: string): void {
    for (const onNotification of subscribers.get(channel as Channel) ?? []) onNotification(payload)
  }

  function drop(broken: pg.Client): void {
    if (client === broken) client = undefined
    // On a connection that lets nothing through, ending it may never finish; what it says is of no interest any more.
    void broken.end().catch(() => undefined)
  }

  async function open(): Promise<void> {
    const lost = (error: Error) => {
      if (opened === undefined || client !== opened || stopped) return
      lastError = error
      drop(opened)
      onLost(error)
      void checks.runNow()
    }
    let opened: pg.Client | undefined
    opened = await openClient(
      {
        connectionString: url,
        application_name: 'portal listener',
        types: typeParsers,
        connectionTimeoutMillis: connectTimeout,
        query_timeout: queryTimeout,
        keepAlive: true,
      },
      lost,
    )
    opened.on('notification', ({ channel, payload }) => notify(channel, payload))
    try {
      await opened.query(channels.map((channel) => `listen ${channel}`).join(';'))
    } catch (error) {
      drop(opened)
      throw error
    }
    client = opened
    // Whatever came before this connection was missed.
    for (const channel of channels) notify(channel)
  }

  async function check(): Promise<void> {
    const checked = client
    try {
      if (checked === undefined) await open()
      else await checked.query('select 1')
    } catch (error) {
      lastError = error
      if (checked !== undefined) drop(checked)
      throw error
    }
  }

  const checks = repeat({
    work: check,
    every: checkInterval,
    longestPause: checkInterval,
    log,
    failing: (reason) =>
      `The database has been away since ${clock().toISOString()} (${reason}); it is asked again every second.`,
    working: (seconds) => `The database is back; it was away for ${seconds} s.`,
  })
  await checks.runNow()

  return {
    subscribe: (channel, onNotification) => {
      subscribers.get(channel)?.add(onNotification)
      return () => void subscribers.get(channel)?.delete(onNotification)
    },
    db: () => {
      if (client === undefined) throw new Error('No connection listens to the database', { cause: lastError })
      return client
    },
    stop: async () => {
      stopped = true
      await checks.stop()
      // The connection may be broken, and nobody needs it any more.
      await client?.end().catch(() => undefined)
      client = undefined
    },
  }
}

/** The types whose changes are counted by themselves; those of others are known by the total. */
export const countedTypes = ['quotes', 'orders', 'shipments', 'invoices'] as const

/** What the database announces of an account whose documents or notices changed. */
export type AccountChange = {
  accountId: string
  /** How often its documents have changed, of the types that are counted. */
  versions: Readonly<Partial<Record<DocumentType, string>>>
}

/** Reads an announcement: the account and a number for each type, as notify_account_changed writes them. */
export function readAccountChange(payload: string): AccountChange {
  const [accountId = '', ...numbers] = payload.split(' ')
  return { accountId, versions: Object.fromEntries(countedTypes.map((type, index) => [type, numbers[index] ?? ''])) }
}
