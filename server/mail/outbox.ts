import type { Outbox, OutgoingMail } from '#contract/mail.ts'
import type { Db } from '#database/transaction.ts'
import type { SealedMail } from './compose-mail.ts'
import { insertMail, retryGivenUp, selectUnsentMails, type UnsentMail } from './queries.ts'
import { seal, sealingKeys } from './seal.ts'

export type OutboxDeps = {
  clock: () => Date
  newId: () => string
  random: (size: number) => Buffer
  /** The operator's secrets; the first one encrypts the mails. */
  secrets: readonly string[]
}

/** Makes the outbox: it stores mails in the database, from where the delivery takes them. */
export function createOutbox(deps: OutboxDeps): Outbox<Db> {
  const [key] = sealingKeys(deps.secrets)
  return {
    send: (db, letter) => insertMail(db, rowOf(letter)),
  }

  function rowOf({
    kind,
    to,
    values,
    said,
    path,
    replyTo,
    conversation,
    language,
    notices,
    reader,
    unsubscribe,
    expiresAt,
  }: OutgoingMail) {
    const content = { values, said, path, replyTo, conversation, notices, reader, unsubscribe }
    const sealed: SealedMail = { name: to?.name ?? '', ...content, ...(language ? { language } : {}) }
    return {
      id: deps.newId(),
      kind,
      recipient: to?.email ?? null,
      sealed: seal(key, deps.random(12), JSON.stringify(sealed)),
      now: deps.clock(),
      expiresAt: expiresAt ?? null,
    }
  }
}

/** The mails that have not left, waiting or given up, newest last. */
export function unsentMails(db: Db): Promise<UnsentMail[]> {
  return selectUnsentMails(db)
}

/** Makes mails that were given up due again: one by its id, or all. Returns how many. */
export function retryMails(deps: { clock: () => Date }, db: Db, id: string | undefined): Promise<number> {
  return retryGivenUp(db, id ?? null, deps.clock())
}
