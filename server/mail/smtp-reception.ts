import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Log } from '#database/log.ts'
import { openCertificate } from './certificate.ts'
import { maxMailBytes, type Reception, type TakeMail } from './reception.ts'

export type SmtpDeps = {
  host: string
  port: number
  /** What the portal is called by mail servers. */
  name: string
  /** The PEM file with the certificate and key for TLS; undefined: it is not offered. */
  certificate?: string | undefined
  /** Whether an address is one at which mails are taken. */
  isTaken: (address: string) => boolean
  take: TakeMail
  log: Log
}

/** Connections at once: each may hold a mail in memory. */
const maxClients = 8
const maxRecipients = 5
const idleTimeout = 60_000

/** An answer to the sending mail server, with the code that tells it whether to try again. */
class Answer extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/**
 * Takes mails as a mail server does, for addresses that the portal has given out, and says that it has only when what a mail
 * says is stored. Rejects when it cannot listen.
 */
export async function receiveBySmtp(deps: SmtpDeps): Promise<Reception & { port: number }> {
  const { SMTPServer } = await import('smtp-server')
  const certificate = deps.certificate === undefined ? undefined : openCertificate(deps.certificate)
  const server = new SMTPServer({
    name: deps.name,
    banner: 'replies only',
    size: maxMailBytes,
    rejectOversized: true,
    // Who sends is shown by the address that they reply to.
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...certificate?.read(),
    onConnect: (_, done) => {
      loadRenewedCertificate()
      done()
    },
    authOptional: true,
    disableReverseLookup: true,
    maxClients,
    socketTimeout: idleTimeout,
    closeTimeout: 1_000,
    logger: false,
    onRcptTo: ({ address }, { envelope }, done) => done(recipientFault(address, envelope.rcptTo.length)),
    onData: (stream, session, done) => {
      takeMail(stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })

  function loadRenewedCertificate(): void {
    try {
      if (certificate?.hasChanged()) server.updateSecureContext(certificate.read())
    } catch (error) {
      deps.log.warn(`The certificate for replies by mail stays the former one: ${reasonOf(error)}`)
    }
  }

  function recipientFault(address: string, before: number): Answer | null {
    if (before >= maxRecipients) return new Answer(452, 'Too many recipients')
    return deps.isTaken(address) ? null : new Answer(550, '5.1.1 No such address here: reply to a mail of the portal')
  }

  async function takeMail(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const parts: Buffer[] = [Buffer.from(`Return-Path: <${addressOf(envelope.mailFrom)}>\r\n`)]
    let size = 0
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length
      // What is too large is read to its end, not kept: the sender hears of it then.
      if (size <= maxMailBytes) parts.push(part)
      else parts.length = 0
    }
    if (stream.sizeExceeded) throw new Answer(552, '5.3.4 The mail is too large')
    try {
      await deps.take({ bytes: Buffer.concat(parts), recipients: envelope.rcptTo.map(({ address }) => address) })
    } catch (error) {
      deps.log.warn(`A reply by mail waits at the server that sends it: ${reasonOf(error)}`)
      throw new Answer(451, '4.3.0 Not now; try again')
    }
  }

  const listening = server.listen(deps.port, deps.host)
  // A client that breaks off is its own matter; an error before rejects below.
  server.on('error', ({ message }) => {
    if (listening.listening) deps.log.info(`A mail server broke off: ${message}`)
  })
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const addressOf = (from: SMTPServerAddress | false) => (from === false ? '' : from.address.replace(/[<>\r\n]/g, ''))
