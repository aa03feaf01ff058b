import type { Problem } from '#server/formats/message.ts'
import type { PreparedDocument } from '../check/prepare.ts'
import type { FormerDocument } from '../match/holdings.ts'

/** The problem that the account has the number already, from another source than the message's, `own`. */
export function numberConflictProblem(
  { type, number }: PreparedDocument,
  account: string,
  own: string,
  source: string,
): Problem {
  const conflict = `Account ${account} has ${number} among its ${type} from the source "${source}", and an account has a number once.`
  const suggestion = `${/^[^\s]{1,20}$/.test(own) ? own : 'B'}-${number}`
  const hint = `Give it a number with its company in it, such as "${suggestion}": as "number" (in UBL cbc:ID), and in all references to it.`
  return { path: '$.number', message: `${conflict} ${hint}` }
}

/** The problem that the document would have to be taken from a customer that the sender's key is not for. */
export function heldElsewhereProblem({ type, number }: PreparedDocument): Problem {
  const message = `${number} among the ${type} belongs to a customer that this API key is not for: the key cannot move it.`
  return { path: '$.number', message }
}

/** The warning that another account has the number too, and keeps it. */
export function heldTwiceWarning({ number }: PreparedDocument, other: string): Problem {
  const message = `${number} stands with account ${other} too, since before numbers could move. Withdraw it there if it does not belong there.`
  return { path: '$.account', message }
}

/** The warning that a document moved. */
export function movedWarning(from: string, to: string): Problem {
  const message = `It moved from account ${from} to account ${to}, and nothing of it is left there. Send its attachments again if it had any.`
  return { path: '$.account', message }
}

/** The warning that the document was withdrawn and stays so; none when it only moved. */
export function withdrawnWarnings({ number }: PreparedDocument, former: FormerDocument | undefined): Problem[] {
  if (!former?.withdrawnAt || former.until === undefined) return []
  const condition = `by a "modifiedAt" after ${new Date(former.until).toISOString()}`
  const at = new Date(former.withdrawnAt).toISOString()
  const message = `${number} was withdrawn at ${at} and stays so: it comes back ${condition}.`
  return [{ path: '$.modifiedAt', message }]
}
