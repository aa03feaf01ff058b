import type { Pool } from 'pg'
import { definitions } from '../../contract/documents/types.ts'
import { isLanguage, type Language } from '../../contract/languages.ts'
import type { MailRecipient } from '../../contract/mail.ts'
import type { MailedNotice } from '../../contract/notice-words.ts'
import { isRole, roles } from '../../contract/permissions.ts'
import type { Brand } from './layout.ts'
import { isLetterKind, type Sealed, write } from './letter.ts'
import {
  type Db,
  type DueMail,
  dropMail,
  findMember,
  forgetMails,
  liftRefusal,
  markDelayed,
  markGivenUp,
  markSent,
  noteRefusal,
  readerOf,
  takeDue,
} from './queries.ts'
import { sealingKeys, unseal } from './seal.ts'
import { NeverArrives, NobodyThere, type Transport } from './transport.ts'

export type DeliveryDeps = {
  /** Of the role portal_server. */
  db: Pool
  clock: () => Date
  /** The operator's secrets: what was sealed with any of them is opened. */
  secrets: readonly string[]
  brand: Brand
  /** The address that mails come from. */
  from: string
  /** Of mails to who has chosen none, and for whom nobody chose: the supplier's own people. English unless given. */
  language?: Language
  transport: Transport
  /** Tells a person in the portal that mails do not reach them any more. */
  tellRefused?: (db: Db, email: string) => Promise<void>
  /** What of notices their reader still may and wants to be mailed, and until when nothing at all; asked as each mail leaves. */
  stillWanted?: (db: Db, reader: MailRecipient, notices: readonly MailedNotice[]) => Promise<StillWanted>
  log: { info: (line: string) => void; warn: (line: string) => void }
}

export type StillWanted = { notices: MailedNotice[]; quietUntil: Date | undefined }

/** What is mailed only of what can be read in the portal as well. */
const isTold = (kind: string) => kind === 'notices' || kind === 'digest'

export type Delivery = {
  /** Sends what is due, a few at a time; gives how many were tried. */
  deliverDue: () => Promise<number>
  /** Looks each second for what is due. */
  start: () => void
  /** Lets what is being sent finish. */
  stop: () => Promise<void>
}

const seconds = 1000
const hours = 3600 * seconds
const lookEvery = 1 * seconds
/** Longer than a mail server may take to fail. */
const takenFor = 300 * seconds
const atOnce = 5
const firstWait = 30 * seconds
const longestWait = 2 * hours
/** The last of them comes some nine hours after the first. */
const mostAttempts = 12
const keptFor = 30 * 24 * hours

/** Nobody wants to read any of it any more. */
class Unwanted extends Error {}

/** It came into its reader's quiet hours. */
class Waits extends Error {
  readonly until: Date
  constructor(until: Date) {
    super('It waits for the end of quiet hours.')
    this.until = until
  }
}

/** Takes mails from the outbox and sends them; what fails is tried again, later and later, and in the end given up. */
export function createDelivery(deps: DeliveryDeps): Delivery {
  const keys = sealingKeys(deps.secrets)
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let stopped = true
  let troubled = false
  let forgetAt = 0

  async function deliverDue(): Promise<number> {
    const now = deps.clock()
    const due = await takeDue(deps.db, now, new Date(now.getTime() + takenFor), atOnce)
    await Promise.all(due.map(deliver))
    return due.length
  }

  async function deliver(mail: DueMail): Promise<void> {
    const fault = await attempt(mail).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    )
    const now = deps.clock()
    if (fault instanceof Waits) return markDelayed(deps.db, mail.id, fault.message, fault.until)
    if (fault instanceof Unwanted) return dropMail(deps.db, mail.id)
    if (!fault) {
      await markSent(deps.db, mail.id, now)
      return liftRefusal(deps.db, mail.recipient)
    }
    const reason = fault.message.slice(0, 500)
    if (fault instanceof NeverArrives || mail.attempts >= mostAttempts) {
      deps.log.warn(`A mail (${mail.kind}) was given up: ${reason}`)
      if (fault instanceof NobodyThere && (await noteRefusal(deps.db, mail.recipient, reason, now))) {
        await deps.tellRefused?.(deps.db, mail.recipient)
      }
      return markGivenUp(deps.db, mail.id, reason, now)
    }
    deps.log.warn(`A mail (${mail.kind}) could not be sent and is tried again: ${reason}`)
    const wait = Math.min(longestWait, firstWait * 2 ** (mail.attempts - 1))
    return markDelayed(deps.db, mail.id, reason, new Date(now.getTime() + wait))
  }

  /** Sends a mail, to where its reader is reached now. */
  async function attempt(mail: DueMail): Promise<undefined> {
    if (mail.expired) throw new NeverArrives('What it says was over before it could be sent.')
    const text = mail.sealed === null ? undefined : unseal(keys, mail.sealed)
    if (text === undefined || !isLetterKind(mail.kind)) {
      throw new NeverArrives('It cannot be opened: TOKEN_SECRET was changed since it was written.')
    }
    const written = JSON.parse(text) as Sealed
    if (written.reader) mail.recipient = await addressOf(written.reader)
    const sealed = await asStillWanted(written)
    const chosen = await readerOf(deps.db, mail.recipient)
    if (chosen.refused && isTold(mail.kind)) throw new NeverArrives('The mail server of this address refuses mails.')
    const reader = { language: languageOf(chosen.language, sealed.language), timeZone: chosen.timeZone }
    const line = await deps.transport.deliver({
      messageId: `<${mail.id}@${new URL(deps.brand.address).hostname}>`,
      from: { name: deps.brand.name, address: deps.from },
      to: { name: sealed.name, address: mail.recipient },
      date: deps.clock(),
      ...write(mail.kind, sealed, deps.brand, reader),
    })
    if (line !== undefined) deps.log.info(line)
    return undefined
  }

  /** The e-mail of who is still a member and may see what they are written of, while it is still the account's. */
  async function addressOf(reader: MailRecipient): Promise<string> {
    const member = await findMember(deps.db, reader)
    const permissions: readonly string[] = member && isRole(member.role) ? roles[member.role] : []
    if (!member || (reader.type && !permissions.includes(definitions[reader.type].permission))) throw new Unwanted()
    return member.email
  }

  /** As it was written, without what its reader has muted, unsubscribed from or lost the right to see since. */
  async function asStillWanted(sealed: Sealed): Promise<Sealed> {
    const { reader, notices } = sealed
    if (!deps.stillWanted || !reader || !notices) return sealed
    const still = await deps.stillWanted(deps.db, reader, notices)
    if (still.notices.length === 0) throw new Unwanted()
    if (still.quietUntil) throw new Waits(still.quietUntil)
    return { ...sealed, notices: still.notices }
  }

  /** The first of them that the portal speaks; the operator's when it speaks none. */
  function languageOf(...asked: unknown[]): Language {
    return asked.find(isLanguage) ?? deps.language ?? 'en'
  }

  /** Everything that is due; a database that is away is waited for, and said once. */
  async function look(): Promise<void> {
    try {
      while (!stopped && (await deliverDue()) > 0);
      const now = deps.clock().getTime()
      if (now >= forgetAt) {
        forgetAt = now + hours
        await forgetMails(deps.db, new Date(now - keptFor))
      }
      troubled = false
    } catch (error) {
      if (!troubled) deps.log.warn(`Mails wait: ${error instanceof Error ? error.message : String(error)}`)
      troubled = true
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      looking = look().finally(() => {
        if (!stopped) schedule()
      })
    }, lookEvery)
    timer.unref()
  }

  return {
    deliverDue,
    start: () => {
      if (!stopped) return
      stopped = false
      schedule()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await looking
      deps.transport.close()
    },
  }
}
