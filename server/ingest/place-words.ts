import type { Former } from './holdings.ts'
import type { Problem } from './incoming.ts'
import type { Prepared } from './prepare.ts'

/** The account has the number from another source than its `own`. */
export function sameNumber({ type, number }: Prepared, account: string, own: string, source: string): Problem {
  const has = `Account ${account} has ${number} among its ${type} from the source "${source}", and an account has a number once.`
  const such = `${/^[^\s]{1,20}$/.test(own) ? own : 'B'}-${number}`
  const mend = `Give it a number with its company in it, such as "${such}": as "number" (in UBL cbc:ID), and in all references to it.`
  return { path: '$.number', message: `${has} ${mend}` }
}

/** Another account has the number too, and keeps it. */
export function standsTwice({ number }: Prepared, other: string): Problem {
  const message = `${number} stands with account ${other} too, since before numbers could move. Withdraw it there if it does not belong there.`
  return { path: '$.account', message }
}

/** The document moved. */
export function elsewhere(from: string, to: string): Problem {
  const message = `It moved from account ${from} to account ${to}, and nothing of it is left there. Send its attachments again if it had any.`
  return { path: '$.account', message }
}

/** The document was withdrawn and stays so; nothing to say when it only moved. */
export function withdrawn({ number }: Prepared, former: Former | undefined): Problem[] {
  if (!former?.withdrawnAt || former.until === undefined) return []
  const after = `by a "modifiedAt" after ${new Date(former.until).toISOString()}`
  const message = `${number} was withdrawn on ${former.withdrawnAt.slice(0, 10)} and stays so: it comes back ${after}.`
  return [{ path: '$.modifiedAt', message }]
}
