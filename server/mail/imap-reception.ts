import { isIP } from 'node:net'
import type { FetchMessageObject, ImapFlow, ImapFlowOptions } from 'imapflow'
import type { Log } from '#database/log.ts'
import { repeat } from '#database/repeat.ts'
import type { AccessTokens } from './mailbox-tokens.ts'
import { maxMailBytes, type Reception, type TakeMail } from './reception.ts'

export type ImapDeps = {
  /** As imaps://name:password@host:993/INBOX; without TLS only on this machine. */
  url: string
  /** For a mailbox that opens by OAuth 2; its address has no password. */
  tokens?: AccessTokens | undefined
  take: TakeMail
  log: Log
  /** Milliseconds between two looks at a mailbox whose server does not tell of new mails. */
  every?: number
}

/** A mailbox; `address` is that of its host, where it was looked up before. */
export type Mailbox = Pick<ImapDeps, 'url' | 'tokens'> & { address?: string }

/** With IDLE the server tells at once; this is for those that do not, and for connections that have died unnoticed. */
const pollInterval = 20_000
/** Milliseconds after the last command until the server is asked to tell of new mails. */
const idleDelay = 300
/** Of a mail that is too large as a whole, so much is read: its text comes first. */
const beginningBytes = 1_000_000
/** The database or the mailbox is away, not a mail at fault. */
const mostFailures = 3

/** Where mails are put that were taken, and those that were not for the portal. */
const folders = { taken: 'Taken', other: 'Other' } as const

/** How the mailbox of an address is opened. */
async function optionsOf({ url, tokens, address }: Mailbox): Promise<ImapFlowOptions & { folder: string }> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const secure = protocol === 'imaps:'
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return {
    host: address ?? hostname.replace(/^\[|\]$/g, ''),
    ...(address === undefined || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? {} : { servername: hostname }),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // A password is never sent over a network that others may read.
    doSTARTTLS: secure ? undefined : !isThisMachine,
    auth: {
      user: decodeURIComponent(username),
      ...(tokens ? { accessToken: await tokens() } : { pass: decodeURIComponent(password) }),
    },
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    logger: false,
    autoIdleDelay: idleDelay,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  }
}

/** Opens a mailbox; loaded when the first is opened. Rejects with a sentence that says what the server said. */
export async function openMailbox(mailbox: Mailbox): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const { folder, ...options } = await optionsOf(mailbox).catch((error: unknown) => {
    throw new Error(`no access token was given: ${reasonOf(error)}`, { cause: error })
  })
  const client = new ImapFlow(options)
  // The command that is under way fails with it; the next look at the mailbox opens another connection.
  client.on('error', () => client.close())
  try {
    await client.connect()
    await client.mailboxOpen(folder)
  } catch (error) {
    client.close()
    throw new Error(reasonOf(error), { cause: error })
  }
  return client
}

/** What a mail server or a provider of tokens said, which the libraries keep beside their own words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { responseText, error_description, code } = error as Partial<
    Record<'responseText' | 'error_description' | 'code', string>
  >
  return responseText ?? error_description ?? (error.message || code || error.name)
}

/** Opens a mailbox and closes it again; returns how many mails wait in it. Rejects as opening does. */
export async function tryMailbox(address: Mailbox): Promise<number> {
  const client = await openMailbox(address)
  const { mailbox } = client
  client.close()
  return mailbox ? mailbox.exists : 0
}

/**
 * Takes the mails of a mailbox that belongs to replies: at once where its server tells of new ones (IDLE), else within 20
 * seconds. Each is moved to a folder when what it says is stored; one that cannot be taken stays and is tried again.
 */
export function receiveByImap({ url, tokens, take, log, every = pollInterval }: ImapDeps): Reception {
  let client: ImapFlow | undefined
  let reason = ''
  /** How often the mails that are still there could not be taken. */
  const failures = new Map<number, number>()

  async function connected(): Promise<ImapFlow> {
    if (client?.usable) return client
    client = undefined
    const opened = await openMailbox({ url, tokens })
    opened.on('exists', () => void reading.runNow())
    for (const folder of Object.values(folders)) await opened.mailboxCreate(folder)
    client = opened
    return opened
  }

  async function takeAll(): Promise<void> {
    const mailbox = await connected()
    // What the server has not told of yet comes with its answer.
    await mailbox.noop()
    const uids = (await mailbox.search({ all: true }, { uid: true })) || []
    // What has failed before comes last, so that it holds nothing up.
    uids.sort((one, other) => (failures.get(one) ?? 0) - (failures.get(other) ?? 0) || one - other)
    const errors: unknown[] = []
    for (const uid of uids) {
      try {
        await takeOne(mailbox, uid)
        failures.delete(uid)
      } catch (error) {
        errors.push(error)
        failures.set(uid, (failures.get(uid) ?? 0) + 1)
      }
      if (!mailbox.usable || errors.length >= mostFailures) break
    }
    if (errors.length > 0) throw errors[0]
  }

  async function takeOne(mailbox: ImapFlow, uid: number): Promise<void> {
    const { size = 0 } = (await mailbox.fetchOne(String(uid), { size: true }, { uid: true })) || {}
    const isCut = size > maxMailBytes
    const source = isCut ? { start: 0, maxLength: beginningBytes } : true
    const mail: FetchMessageObject | false = await mailbox.fetchOne(String(uid), { source }, { uid: true })
    // Another server of the portal has moved it meanwhile.
    if (!mail || mail.source === undefined) return
    const isOurs = await take({ bytes: mail.source, isCut })
    await mailbox.messageMove(String(uid), isOurs ? folders.taken : folders.other, { uid: true })
  }

  const reading = repeat({
    work: () =>
      takeAll().catch((error: unknown) => {
        reason = reasonOf(error)
        throw error
      }),
    every,
    retryAfter: 1_000,
    log,
    failing: () => `Replies by mail wait in their mailbox: ${reason}`,
    working: (seconds) => `Replies by mail are read again, after ${seconds} s.`,
  })
  void reading.runNow()

  return {
    stop: async () => {
      const stopped = reading.stop()
      // A command that waits for a server that has died would hold the end up.
      setTimeout(() => client?.close(), 1_000).unref()
      await stopped
      client?.close()
    },
  }
}
