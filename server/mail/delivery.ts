import type { Pool } from 'pg'
import { definitions } from '#contract/documents/types.ts'
import { isLanguage, type Language } from '#contract/languages.ts'
import type { MailRecipient } from '#contract/mail.ts'
import { isAmongColleagues } from '#contract/notifications/kinds.ts'
import type { MailedNotice } from '#contract/notifications/text.ts'
import { isRole, roles } from '#contract/permissions.ts'
import { type DocumentType, isDocumentType } from '#contract/values.ts'
import { type Repetition, repeat } from '#database/repeat.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { composeMail, isMailKind, type SealedMail } from './compose-mail.ts'
import type { Brand } from './layout.ts'
import {
  type DueMail,
  deleteFinishedMails,
  deleteMail,
  deleteRefusal,
  findMember,
  insertRefusal,
  markDelayed,
  markGivenUp,
  markSent,
  selectDocumentId,
  selectRecipientSettings,
  takeDueMails,
} from './queries.ts'
import { sealingKeys, unseal } from './seal.ts'
import { NeverArrives, NobodyThere, type Transport } from './transport.ts'

export type DeliveryDeps = {
  /** A pool of the role portal_server. */
  db: Pool
  clock: () => Date
  /** The operator's secrets; any of them opens what it encrypted. */
  secrets: readonly string[]
  /** How mails show the portal, as of now. */
  brand: () => Brand
  /** The address that mails are sent from. */
  from: string
  /**
   * The language of mails to recipients who have chosen none and whose account has none, such as the supplier's own
   * people. Default: English.
   */
  language?: Language
  transport: Transport
  /** The address at which a reply to a mail about a request is read; unset: replies by mail are not. */
  replyAddressOf?: ((mail: RepliedMail) => string) | undefined
  /** Notifies a person in the portal that mails no longer reach them. */
  notifyRefused?: (db: Db, email: string) => Promise<void>
  /** Is told what becomes of the mails of answers to customers' requests. */
  answers?: {
    refused: (answer: AnsweredPerson & { email: string; reason: string }) => Promise<void>
    arrived: (answer: AnsweredPerson) => Promise<void>
  }
  /**
   * The notices that their reader still may and wants to get by mail, and until when they have quiet hours; called just
   * before each mail leaves.
   */
  filterDeliverable?: (db: Db, reader: MailRecipient, notices: readonly MailedNotice[]) => Promise<DeliverableNotices>
  log: { info: (line: string) => void; warn: (line: string) => void }
}

/** What a reply address stands for: a request or a document, and who may answer there: a member, or the supplier at an e-mail. */
export type RepliedMail = ({ request: string } | { document: string }) & ({ member: string } | { supplier: string })

/** The request that a mail answers, and the member to whom. */
type AnsweredPerson = { request: string; userId: string }

export type DeliverableNotices = { notices: MailedNotice[]; quietUntil: Date | undefined }

/**
 * The document that all of the notices are about; undefined when there is another, or none, and when one of them is of
 * colleagues among themselves: the supplier would read what is replied.
 */
function onlyDocument(notices: readonly MailedNotice[]): { type: DocumentType; number: string } | undefined {
  const [first] = notices
  if (!first || first.number === null || !isDocumentType(first.type)) return undefined
  const isSame = ({ kind, type, number }: MailedNotice) =>
    !isAmongColleagues(kind) && type === first.type && number === first.number
  return notices.every(isSame) ? { type: first.type, number: first.number } : undefined
}

/** Mails about notices, which can be read in the portal as well. */
const isNotification = (kind: string) => kind === 'notices' || kind === 'digest'

export type Delivery = {
  /** Sends due mails, a few at a time; returns how many were tried. */
  deliverDue: () => Promise<number>
  /** Checks each second for due mails. */
  start: () => void
  /** Stops after the mails that are being sent. */
  stop: () => Promise<void>
}

const seconds = 1000
const hours = 3600 * seconds
const pollInterval = 1 * seconds
/** Longer than a mail server may take to fail. */
const lockDuration = 300 * seconds
const batchSize = 5
const firstRetryDelay = 30 * seconds
const maxRetryDelay = 2 * hours
/** The last attempt comes some nine hours after the first. */
const maxAttempts = 12
const retention = 30 * 24 * hours

/** The recipient no longer wants, or may no longer read, anything in the mail. */
class NoLongerWanted extends Error {}

/** The mail came up in its reader's quiet hours. */
class InQuietHours extends Error {
  readonly until: Date
  constructor(until: Date) {
    super('It waits for the end of quiet hours.')
    this.until = until
  }
}

/**
 * Takes mails from the outbox and sends them; failed ones are tried again at growing intervals, and finally given up.
 */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const keys = sealingKeys(deps.secrets)
  let deliveries: Repetition | undefined
  let stopped = true
  let nextCleanup = 0

  async function deliverDue(): Promise<number> {
    const now = deps.clock()
    const due = await takeDueMails(deps.db, now, new Date(now.getTime() + lockDuration), batchSize)
    await Promise.all(due.map(deliver))
    return due.length
  }

  async function deliver(mail: DueMail): Promise<void> {
    const failure = await attempt(mail).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    const now = deps.clock()
    if (failure instanceof InQuietHours) return markDelayed(deps.db, mail.id, failure.message, failure.until)
    if (failure instanceof NoLongerWanted) return deleteMail(deps.db, mail.id)
    if (!failure) {
      const answered = answeredBy(mail)
      await markSent(deps.db, mail.id, now)
      if (answered) await deps.answers?.arrived(answered)
      return deleteRefusal(deps.db, mail.recipient)
    }
    const reason = failure.message.slice(0, 500)
    if (failure instanceof NeverArrives || mail.attempts >= maxAttempts) {
      deps.log.warn(`A mail (${mail.kind}) was given up: ${reason}`)
      if (failure instanceof NobodyThere) await recordRefusal(mail.recipient, reason, now)
      const answered = answeredBy(mail)
      if (answered) await deps.answers?.refused({ ...answered, email: mail.recipient, reason })
      return markGivenUp(deps.db, mail.id, reason, now)
    }
    deps.log.warn(`A mail (${mail.kind}) could not be sent and is tried again: ${reason}`)
    const delay = Math.min(maxRetryDelay, firstRetryDelay * 2 ** (mail.attempts - 1))
    return markDelayed(deps.db, mail.id, reason, new Date(now.getTime() + delay))
  }

  /** The request that a mail to a customer answers; undefined: it answers none. */
  function answeredBy({ kind, sealed }: DueMail): AnsweredPerson | undefined {
    const text = kind !== 'requestAnswered' || sealed === null ? undefined : unseal(keys, sealed)
    if (text === undefined) return undefined
    const { conversation, reader } = JSON.parse(text) as SealedMail
    return conversation !== undefined && reader ? { request: conversation, userId: reader.userId } : undefined
  }

  /** In one transaction: a refusal that was recorded without its notice would never be told to anybody. */
  function recordRefusal(email: string, reason: string, now: Date): Promise<void> {
    return withTransaction(deps.db, async (db) => {
      if (await insertRefusal(db, email, reason, now)) await deps.notifyRefused?.(db, email)
    })
  }

  /** Sends a mail to its reader's current address. */
  async function attempt(mail: DueMail): Promise<undefined> {
    if (mail.expired) throw new NeverArrives('What it says was over before it could be sent.')
    const text = mail.sealed === null ? undefined : unseal(keys, mail.sealed)
    if (text === undefined || !isMailKind(mail.kind)) {
      throw new NeverArrives('It cannot be opened: TOKEN_SECRET was changed since it was written.')
    }
    const stored = JSON.parse(text) as SealedMail
    if (stored.reader) mail.recipient = await currentEmail(stored.reader)
    const current = await withDeliverableNotices(stored)
    const recipientSettings = await selectRecipientSettings(deps.db, mail.recipient)
    if (recipientSettings.refused && isNotification(mail.kind))
      throw new NeverArrives('The mail server of this address refuses mails.')
    const reader = {
      language: languageOf(recipientSettings.language, current.language),
      timeZone: recipientSettings.timeZone,
    }
    const replyAddress = await replyAddressOf(current, mail.recipient)
    const brand = deps.brand()
    const line = await deps.transport.deliver({
      messageId: `<${mail.id}@${new URL(brand.address).hostname}>`,
      from: { name: brand.name, address: deps.from },
      to: { name: current.name, address: mail.recipient },
      date: deps.clock(),
      ...composeMail(mail.kind, current, brand, reader, replyAddress),
      ...(isOfOwnDomain(replyAddress) && answeredBy(mail) ? { bounceTo: replyAddress } : {}),
    })
    if (line !== undefined) deps.log.info(line)
    return undefined
  }

  /** Whether an address has the domain of the portal's mails: mail servers take no other as the sender of the envelope. */
  const isOfOwnDomain = (address: string | undefined): address is string =>
    address?.split('@')[1] === deps.from.split('@')[1]?.toLowerCase()

  async function replyAddressOf(sealed: SealedMail, recipient: string): Promise<string | undefined> {
    const { conversation, reader } = sealed
    if (conversation === undefined) return reader && replyAddressOfNotices(sealed, reader)
    const replier = reader ? { member: reader.userId } : { supplier: recipient }
    return deps.replyAddressOf?.({ request: conversation, ...replier })
  }

  /** Where a reply is read to a mail whose notices are all about one document. */
  async function replyAddressOfNotices(
    { notices = [] }: SealedMail,
    { accountId, userId }: MailRecipient,
  ): Promise<string | undefined> {
    const subject = deps.replyAddressOf && onlyDocument(notices)
    const document = subject && (await selectDocumentId(deps.db, accountId, subject))
    return document && deps.replyAddressOf?.({ document, member: userId })
  }

  /**
   * The current e-mail of a member who may still see what the mail is about, while the account still has that document.
   */
  async function currentEmail(reader: MailRecipient): Promise<string> {
    const member = await findMember(deps.db, reader)
    const permissions: readonly string[] = member && isRole(member.role) ? roles[member.role] : []
    if (!member || (reader.type && !permissions.includes(definitions[reader.type].permission)))
      throw new NoLongerWanted()
    return member.email
  }

  /** The stored mail without notices that its reader has since muted, unsubscribed from or lost the right to see. */
  async function withDeliverableNotices(sealed: SealedMail): Promise<SealedMail> {
    const { reader, notices } = sealed
    if (!deps.filterDeliverable || !reader || !notices) return sealed
    const deliverable = await deps.filterDeliverable(deps.db, reader, notices)
    if (deliverable.notices.length === 0) throw new NoLongerWanted()
    if (deliverable.quietUntil) throw new InQuietHours(deliverable.quietUntil)
    return { ...sealed, notices: deliverable.notices }
  }

  /** The first candidate that is a language of the portal, else the operator's. */
  function languageOf(...candidates: unknown[]): Language {
    return candidates.find(isLanguage) ?? deps.language ?? 'en'
  }

  async function deliverAllDue(): Promise<void> {
    while (!stopped && (await deliverDue()) > 0);
    const now = deps.clock().getTime()
    if (now < nextCleanup) return
    nextCleanup = now + hours
    await deleteFinishedMails(deps.db, new Date(now - retention))
  }

  return {
    deliverDue,
    start: () => {
      if (!stopped) return
      stopped = false
      deliveries = repeat({
        work: deliverAllDue,
        every: pollInterval,
        log: deps.log,
        failing: (reason) => `Mails wait: ${reason}`,
        working: (seconds) => `Mails are sent again, after ${seconds} s.`,
      })
    },
    stop: async () => {
      stopped = true
      await deliveries?.stop()
      deps.transport.close()
    },
  }
}
