import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
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
  /** What ends such mails when it is posted to. */
  unsubscribe?: string
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

/** The recipient's own mail server says that there is nobody of that name: no mail arrives there any more. */
export class NobodyThere extends NeverArrives {
  override name = 'NobodyThere'
}

const baseHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** With the two headers by which mail programs offer to end such mails in one step (RFC 8058). */
const headersOf = ({ unsubscribe }: Message) =>
  unsubscribe === undefined
    ? baseHeaders
    : { ...baseHeaders, 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const toNodemailer = ({ unsubscribe: _, ...message }: Message) => message
const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true } as const

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
    ...noExternalAccess,
  })
  return {
    deliver: async (message) => {
      try {
        await smtp.sendMail({ ...toNodemailer(message), headers: headersOf(message) })
      } catch (error) {
        throw deliveryError(error)
      }
      return undefined
    },
    close: () => smtp.close(),
  }
}

/** What the mail server's answer means for this mail and its address. */
function deliveryError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number }
  if (code !== 'EENVELOPE' || responseCode < 500) return error
  // A policy (5.7.x) refuses a mail or its sender, not the address.
  const unknownRecipient =
    command === 'RCPT TO' && [550, 551, 553, 556].includes(responseCode) && !/\b5\.7\.\d/.test(error.message)
  return unknownRecipient
    ? new NobodyThere(error.message, { cause: error })
    : new NeverArrives(error.message, { cause: error })
}

/** As long as those of the database: what they link to has long ended. */
const retention = 30 * 24 * 3600 * 1000

/** Deletes the mails of a folder that were written before, by the moment that their names begin with. */
async function deleteOldMails(folder: string, before: Date): Promise<void> {
  const oldestKept = timestampName(before)
  const old = (await readdir(folder)).filter(
    (name) => /^\d{4}-\d\d-\d\dT.*\.eml(\.part)?$/.test(name) && name < oldestKept,
  )
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

const timestampName = (moment: Date) => moment.toISOString().replace(/[:.]/g, '-')

/** Mails are kept as .eml files in a folder, for who has no mail server yet: any mail program opens them. */
export function folderTransport(folder: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...noExternalAccess })
  return {
    deliver: async (message) => {
      const { message: bytes } = await composer.sendMail({ ...toNodemailer(message), headers: headersOf(message) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${timestampName(message.date)}-${message.messageId.slice(1, 37)}.eml`
      const path = join(folder, name)
      // Whole or not at all: a file that was cut off would look like a mail.
      await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      await deleteOldMails(folder, new Date(message.date.getTime() - retention))
      return `No SMTP_URL is set: the mail is kept in ${path}`
    },
    close: () => undefined,
  }
}
