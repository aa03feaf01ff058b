import type { Language } from './languages.ts'
import type { MailedNotice } from './notice-text.ts'
import type { DocumentType } from './values.ts'

/** What the portal writes to people; the words stand in messages/<language>/mail.ts. */
export const mailKinds = [
  'passwordReset',
  'passwordChanged',
  'invitation',
  'finishRegistration',
  'alreadyRegistered',
  'signInCode',
  'newDevice',
  'signInChanged',
  'signInAlarm',
  'requestMade',
  'requestAnswered',
  'supportAsked',
  'deletionAsked',
  'notices',
  'digest',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * A member of an account as the reader of a letter; which documents it tells of, where their role decides, and by its number the
 * one that must still be the account's.
 */
export type MailRecipient = { accountId: string; userId: string; type?: DocumentType; number?: string }

export type OutgoingMail = {
  kind: MailKind
  /** Null: to nobody. It is written all the same, so that an unknown address costs what a known one does. */
  to: { email: string; name: string } | null
  /** What goes into its words; `when` is a moment in ISO 8601, `country` two letters or "unknown". */
  values: Readonly<Record<string, string>>
  /** What a customer asked, by the names of the request: told in the reader's language as the value `words`. */
  said?: Readonly<Record<string, unknown>>
  /** Where its button leads: a path of the portal, with what must never reach a log behind #. No button without it. */
  path?: string
  /** Who gets the reader's reply, where somebody waits for one. */
  replyTo?: { email: string; name: string }
  /** In which language it is written to who has chosen none: that of the request or the account behind it. */
  language?: Language | undefined
  /** What happened, told line by line under its text, in the reader's language. */
  notices?: readonly MailedNotice[]
  /**
   * Who is told in which account. Asked once more when it leaves: to the address that they have then, and not at all when
   * they are no member any more, are disabled, or may not or do not want to hear, or the document is theirs no more.
   */
  reader?: MailRecipient
  /** What ends letters of this kind without signing in; see the endpoint unsubscribe. */
  unsubscribe?: string
  /** When it need not arrive any more. */
  expiresAt?: Date
}

/** Writes letters. `Db` is the transaction of what a letter tells of: it leaves if and when that is committed. */
export type Outbox<Db> = { send: (db: Db, mail: OutgoingMail) => Promise<void> }
