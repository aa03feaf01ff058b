/** A mail as it came in. */
export type IncomingMail = {
  bytes: Buffer
  /** The recipients of its envelope; absent where only the mail itself names them. */
  recipients?: readonly string[]
  /** Only its beginning was read: the rest is too large. */
  isCut?: boolean
}

/**
 * Takes a mail; whether it was for the portal at all. When it rejects, the mail is kept and comes in again; when it resolves,
 * what it says is stored.
 */
export type TakeMail = (mail: IncomingMail) => Promise<boolean>

/** A way on which mails come in, as long as it is not stopped. */
export type Reception = { stop: () => Promise<void> }

/** Larger mails are not read as a whole: mail servers let 25 to 35 MB through. */
export const maxMailBytes = 35_000_000
