import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export type Message = {
  /** Stays the same when a message is sent once more, so that the reader's program shows it once. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: { name: string; address: string }
  date: Date
  subject: string
  text: string
  html: string
}

/** How mails leave. */
export type Transport = {
  /** Hands a message over; gives a line for the log, if there is something to say. Raises NeverArrives or any error. */
  deliver: (message: Message) => Promise<string | undefined>
  close: () => void
}

/** The mail server refuses this recipient for good: another try would be refused too. */
export class NeverArrives extends Error {
  override name = 'NeverArrives'
}

const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
const safe = { disableFileAccess: true, disableUrlAccess: true } as const

/** Mails leave through a mail server; a server that does not answer fails within half a minute. */
export function smtpTransport(url: string): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...safe,
  })
  return {
    deliver: async (message) => {
      try {
        await smtp.sendMail({ ...message, headers })
      } catch (error) {
        throw refusesForGood(error) ? new NeverArrives((error as Error).message, { cause: error }) : error
      }
      return undefined
    },
    close: () => smtp.close(),
  }
}

function refusesForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}

/** Mails are kept as .eml files in a folder, for who has no mail server yet: any mail program opens them. */
export function folderTransport(folder: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safe })
  return {
    deliver: async (message) => {
      const { message: bytes } = await composer.sendMail({ ...message, headers })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.messageId.slice(1, 37)}.eml`
      const path = join(folder, name)
      // Whole or not at all: a file that was cut off would look like a mail.
      await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      return `No SMTP_URL is set: the mail is kept in ${path}`
    },
    close: () => undefined,
  }
}
