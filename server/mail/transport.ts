import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Message = {
  /** Stays the same when a message is sent again, so that the reader's mail program shows it once. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: { name: string; address: string }
  /** Where a report is read that it did not arrive; absent: at the address that it is from. */
  bounceTo?: string
  date: Date
  subject: string
  text: string
  html: string
  /** The pictures that `html` shows, by the id in their addresses (cid:…). */
  attachments?: { cid: string; filename: string; contentType: string; contentDisposition: 'inline'; content: Buffer }[]
  /** The URL that ends mails of this kind when it is posted to. */
  unsubscribe?: string
}

/** A way to send mails. */
export type Transport = {
  /**
   * Sends a message; returns a line for the log, if there is something to say. Throws NeverArrives or any other error.
   */
  deliver: (message: Message) => Promise<string | undefined>
  close: () => void
}

/** The mail server permanently refuses this mail: another try would be refused too. */
export class NeverArrives extends Error {
  override name = 'NeverArrives'
}

/** The recipient's mail server says that the address does not exist: no mail arrives there any more. */
export class NobodyThere extends NeverArrives {
  override name = 'NobodyThere'
}

const baseHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Adds the two headers with which mail programs offer to unsubscribe in one step (RFC 8058). */
const headersOf = ({ unsubscribe }: Message) =>
  unsubscribe === undefined
    ? baseHeaders
    : { ...baseHeaders, 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** Loaded with the first mail: it takes 9 MB. */
const loadNodemailer = () => import('nodemailer')

const toNodemailer = ({ unsubscribe: _, bounceTo, ...message }: Message) =>
  bounceTo === undefined ? message : { ...message, envelope: { from: bounceTo, to: message.to.address } }
const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true } as const

/** Sends mails through an SMTP server; one that does not answer fails within half a minute. */
export function smtpTransport(url: string): Transport {
  const open = async () =>
    (await loadNodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: 3,
      maxMessages: 100,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      ...noExternalAccess,
    })
  let opening: ReturnType<typeof open> | undefined
  return {
    deliver: async (message) => {
      opening ??= open()
      const smtp = await opening
      try {
        await smtp.sendMail({ ...toNodemailer(message), headers: headersOf(message) })
      } catch (error) {
        throw deliveryError(error)
      }
      return undefined
    },
    close: () => void opening?.then((smtp) => smtp.close()),
  }
}

/** The error that a mail server's answer means for this mail and its address. */
function deliveryError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const refused = error as { code?: string; command?: string; responseCode?: number; response?: string }
  const { code, command, responseCode = 0, response: said = error.message } = refused
  if (code !== 'EENVELOPE' || responseCode < 500) return error
  // A policy (5.7.x) refuses a mail or its sender, not the address.
  const unknownRecipient =
    command === 'RCPT TO' && [550, 551, 553, 556].includes(responseCode) && !/\b5\.7\.\d/.test(said)
  return unknownRecipient ? new NobodyThere(said, { cause: error }) : new NeverArrives(said, { cause: error })
}

/** As long as mails in the database: their links have expired long before. */
const retention = 30 * 24 * 3600 * 1000

/** Deletes the mails of a folder that were written before a moment, judged by the time in their names. */
async function deleteOldMails(folder: string, before: Date): Promise<void> {
  const oldestKept = timestampName(before)
  const old = (await readdir(folder)).filter(
    (name) => /^\d{4}-\d\d-\d\dT.*\.eml(\.part)?$/.test(name) && name < oldestKept,
  )
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}

const timestampName = (moment: Date) => moment.toISOString().replace(/[:.]/g, '-')

/** Keeps mails as .eml files in a folder, for a portal without a mail server: any mail program opens them. */
export function folderTransport(folder: string): Transport {
  return {
    deliver: async (message) => {
      const { createTransport } = await loadNodemailer()
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...noExternalAccess })
      const { message: bytes } = await composer.sendMail({ ...toNodemailer(message), headers: headersOf(message) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${timestampName(message.date)}-${message.messageId.slice(1, 37)}.eml`
      const path = join(folder, name)
      // Renamed when complete: a truncated file would look like a mail.
      await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      await deleteOldMails(folder, new Date(message.date.getTime() - retention))
      return `No SMTP_URL is set: the mail is kept in ${path}`
    },
    close: () => undefined,
  }
}
