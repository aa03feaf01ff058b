import type { Language } from './languages.ts'
import type { MailedNotice } from './notifications/text.ts'
import type { DocumentType } from './values.ts'

/** The kinds of mail that the portal sends; their texts are in messages/<language>/mail.ts. */
export const mailKinds = [
  'passwordReset',
  'passwordChanged',
  'invitation',
  'staffInvitation',
  'testMail',
  'sourceSilent',
  'filesMissing',
  'documentsRefused',
  'backupFailed',
  'finishRegistration',
  'alreadyRegistered',
  'signInCode',
  'newDevice',
  'signInChanged',
  'signInAlarm',
  'requestMade',
  'messageCorrected',
  'requestAnswered',
  'mentioned',
  'replyRefused',
  'supportAsked',
  'deletionAsked',
  'notices',
  'digest',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * The member to whom a mail is addressed. Where their role decides, `type` is the type of document that the mail is
 * about; `number` names the document that must still belong to the account.
 */
export type MailRecipient = { accountId: string; userId: string; type?: DocumentType; number?: string }

export type OutgoingMail = {
  kind: MailKind
  /**
   * Null: nobody receives the mail. It is written all the same, so that an unknown address takes as long as a known
   * one.
   */
  to: { email: string; name: string } | null
  /** Values for the mail's text; `when` is a moment in ISO 8601, `country` two letters or "unknown". */
  values: Readonly<Record<string, string>>
  /**
   * The content of a customer's request, by the request's field names: it fills the value `words` in the reader's
   * language.
   */
  said?: Readonly<Record<string, unknown>>
  /**
   * The target of the mail's button: a path of the portal; anything that must not be logged follows a #. No button when
   * absent.
   */
  path?: string
  /** Who receives the reader's reply, where a person expects one. */
  replyTo?: { email: string; name: string }
  /**
   * The id of the request that the mail is about: where replies by mail are read, the reader's reply is written there
   * instead of going to `replyTo`.
   */
  conversation?: string
  /** The language for readers who have chosen none: that of the HTTP request or of the account. */
  language?: Language | undefined
  /** Notices that are listed below the mail's text, in the reader's language. */
  notices?: readonly MailedNotice[]
  /**
   * The member and the account concerned. Checked again when the mail is sent: it goes to the member's current address,
   * and is dropped when they are no longer a member, are disabled, may not or do not want to receive it, or when the
   * document no longer belongs to the account.
   */
  reader?: MailRecipient
  /** Token that ends mails of this kind without signing in; see the endpoint unsubscribe. */
  unsubscribe?: string
  /** When the mail becomes worthless. */
  expiresAt?: Date
}

/**
 * Takes mails for sending. `Db` is the transaction in which the mail is decided on: it is sent if and when that
 * commits.
 */
export type Outbox<Db> = { send: (db: Db, mail: OutgoingMail) => Promise<void> }
