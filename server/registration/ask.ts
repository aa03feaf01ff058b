import { PortalError, type Sentence, sentence } from '../../contract/errors.ts'
import type { RegistrationMode } from '../../contract/registration-modes.ts'
import { type Caller, type NetworkCaller, record } from '../audit/record.ts'
import { newMailedToken } from '../auth/mailed-token.ts'
import type { AcceptDeps } from './accept.ts'
import { invitationEnd } from './invite.ts'
import { insertInvitation, inTransaction, personByEmail } from './queries.ts'
import { upsertRequest } from './request-queries.ts'

export type Asked = {
  email: string
  name: string
  company?: string | undefined
  customerNumber?: string | undefined
  documentNumber?: string | undefined
  caller: NetworkCaller
}

/**
 * Takes the wish to be let in. A known e-mail costs the same statements as an unknown one and gives the same answer.
 * Raises not_allowed where people are invited only, invalid_input, too_many_requests.
 */
export async function ask(deps: AcceptDeps, mode: RegistrationMode, asked: Asked): Promise<void> {
  if (mode === 'invite') {
    throw new PortalError('not_allowed', sentence('register.invitedOnly'))
  }
  const email = deps.checkEmail(asked.email)
  const name = said('name', asked.name, sentence('register.nameMissing'))
  const { caller } = asked
  if (mode === 'request') {
    const customerNumber = said('customerNumber', asked.customerNumber, sentence('register.customerNumberMissing'))
    const documentNumber = said('documentNumber', asked.documentNumber, sentence('register.documentNumberMissing'))
    await deps.countRequest({ what: 'registration', subject: email, network: caller.network })
    return inTransaction(deps.db, async (db) => {
      await upsertRequest(db, { id: deps.newId(), email, name, customerNumber, documentNumber, now: deps.clock() })
      await record(deps, db, { action: 'registration_asked', caller })
    })
  }
  const company = said('company', asked.company, sentence('register.companyMissing'))
  await deps.countRequest({ what: 'registration', subject: email, network: caller.network })
  await begin(deps, { email, name, company, caller })
}

type Newcomer = { email: string; name: string; company: string; caller: Caller }

/** Mails the link that finishes a registration; who is registered already is told so, by mail alone. */
function begin(deps: AcceptDeps, { email, name, company, caller }: Newcomer): Promise<void> {
  const now = deps.clock()
  const expiresAt = invitationEnd(now)
  const { token, hash } = newMailedToken(deps.random)
  return inTransaction(deps.db, async (db) => {
    const known = await personByEmail(db, email)
    const invited = { id: deps.newId(), hash, email, name, accountId: null, company, role: 'admin', invitedBy: null }
    await insertInvitation(db, { ...invited, now, expiresAt, dead: known !== undefined })
    await record(deps, db, { action: 'registration_asked', caller, userId: known?.id ?? null })
    if (known) {
      const to = known.disabled ? null : { email, name: known.name }
      await deps.mail.send(db, {
        kind: 'alreadyRegistered',
        to,
        values: {},
        path: '/forgotPassword#mail',
        language: caller.language,
        expiresAt,
      })
      return
    }
    await deps.mail.send(db, {
      kind: 'finishRegistration',
      to: { email, name },
      values: { account: company },
      path: `/register#token=${token}`,
      language: caller.language,
      expiresAt,
    })
  })
}

function said(field: string, text: string | undefined, message: Sentence): string {
  const plain = (text ?? '').normalize('NFC').trim()
  if (plain === '') throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
  return plain
}
