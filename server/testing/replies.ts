import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { calendarDate } from '#contract/values/dates.ts'
import { atEnd } from '#database/testing/at-end.ts'
import { viewerByMail } from '../http/viewer.ts'
import { createDelivery } from '../mail/delivery.ts'
import { createOutbox } from '../mail/outbox.ts'
import { receiveBySmtp } from '../mail/smtp-reception.ts'
import type { Message, NeverArrives } from '../mail/transport.ts'
import { createReplyAddresses, type ReplyAddresses } from '../requests/replies/reply-address.ts'
import { createReplyTaker, type IncomingReply } from '../requests/replies/take-reply.ts'
import { answerDelivery } from '../requests/undelivered/undelivered.ts'
import { type TestPortal, tokenSecret } from './portal.ts'

export type TestReplies = {
  addresses: ReplyAddresses
  /** Sends the mails that are due, with addresses to reply to, and returns them. */
  mails: () => Promise<Message[]>
  /** Takes a mail as the portal does; returns whether it was for the portal. */
  take: (mail: IncomingReply) => Promise<boolean>
  /** Sends a mail by SMTP to the portal; rejects with the answer of the portal when it refuses. */
  send: (mail: { from: string; to: string; raw: Buffer | string }) => Promise<void>
  /** Lets the next mails fail before what they say is stored, or after it. */
  fail: (when: 'before' | 'after' | 'never') => void
  /** Lets the mail server refuse the next mails for good; undefined: it takes them. */
  refuse: (error: NeverArrives | undefined) => void
}

const silentLog = { info: () => undefined, warn: () => undefined }

/** Replies by mail to a test's portal, over its database. Ended after the file's last test. */
export async function testReplies(
  portal: TestPortal,
  { clock, supportEmail }: { clock: () => Date; supportEmail?: string },
): Promise<TestReplies> {
  const { pools } = portal.database
  const newId = () => randomUUIDv7()
  const secrets = [tokenSecret]
  const addresses = createReplyAddresses({ secrets, clock, mailbox: 'reply@portal.test' })
  if (!addresses) throw new Error('A mailbox was named')
  const mail = createOutbox({ clock, newId, random: randomBytes, secrets })
  const sent: Message[] = []
  let refused: NeverArrives | undefined
  const answers = answerDelivery({ db: pools.server, clock })
  const delivery = createDelivery({
    ...{ db: pools.server, clock, secrets, from: 'portal@portal.test', log: silentLog },
    brand: () => ({ name: 'Test portal', color: '#c8102e', address: 'https://portal.test' }),
    transport: {
      deliver: async (message) => {
        if (refused) throw refused
        sent.push(message)
        return undefined
      },
      close: () => undefined,
    },
    answers,
    replyAddressOf: addresses.addressOf,
  })
  const take = createReplyTaker({
    ...{ viewerPool: pools.viewer, db: pools.server, clock, newId, today: () => calendarDate(clock()), mail },
    ...{ supportEmail, addresses, ownAddress: 'portal@portal.test', viewerOf: viewerByMail },
    ...{ authenticationServer: undefined, log: silentLog, answers },
  })
  let failing: Parameters<TestReplies['fail']>[0] = 'never'
  const reception = await receiveBySmtp({
    ...{ host: '127.0.0.1', port: 0, name: 'portal.test', log: silentLog },
    isTaken: (address) => addresses.read(address) !== undefined,
    take: async (incoming) => {
      if (failing === 'before') throw new Error('The database is away')
      const isOurs = await take(incoming)
      if (failing === 'after') throw new Error('The server has ended')
      return isOurs
    },
  })
  const smtp = createTransport({ host: '127.0.0.1', port: reception.port, ignoreTLS: true })
  atEnd(async () => {
    smtp.close()
    await reception.stop()
  })
  return {
    addresses,
    take,
    mails: async () => {
      while ((await delivery.deliverDue()) > 0);
      return sent.splice(0)
    },
    send: async ({ from, to, raw }) => {
      await smtp.sendMail({ envelope: { from, to: [to] }, raw })
    },
    fail: (when) => {
      failing = when
    },
    refuse: (error) => {
      refused = error
    },
  }
}
