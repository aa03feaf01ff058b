import { announceOwn } from './announce.ts'
import { type Db, personOfEmail } from './announce-queries.ts'

/** Tells a person in the portal that their mail server refuses its mails; nobody, when nobody has that address. */
export async function tellOfRefusal(
  { clock, newId }: { clock: () => Date; newId: () => string },
  db: Db,
  email: string,
): Promise<void> {
  const userId = await personOfEmail(db, email)
  if (userId === undefined) return
  await announceOwn(db, userId, { kind: 'security.mailRefused' }, { now: clock().toISOString(), newId })
}
