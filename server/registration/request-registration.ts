import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import type { RegistrationMode } from '#contract/registration/modes.ts'
import { withTransaction } from '#database/transaction.ts'
import { type Caller, type NetworkCaller, record } from '../audit/record.ts'
import { newMailedToken } from '../auth/tokens/mailed-token.ts'
import type { AcceptDeps } from './accept-invitation.ts'
import { invitationEnd } from './invite.ts'
import { findPersonByEmail, insertInvitation } from './queries.ts'
import { upsertRegistrationRequest } from './request-queries.ts'

export type RegistrationInput = {
  email: string
  name: string
  company?: string | undefined
  customerNumber?: string | undefined
  documentNumber?: string | undefined
  caller: NetworkCaller
}

/**
 * Takes a registration. A known e-mail costs the same statements as an unknown one and gets the same answer. Throws
 * not_allowed where registration is by invitation only, invalid_input, too_many_requests.
 */
export async function requestRegistration(
  deps: AcceptDeps,
  mode: RegistrationMode,
  input: RegistrationInput,
): Promise<void> {
  if (mode === 'invite') {
    throw new PortalError('not_allowed', translatable('register.invitedOnly'))
  }
  const email = deps.checkEmail(input.email)
  const name = requireText('name', input.name, translatable('register.nameMissing'))
  const { caller } = input
  if (mode === 'request') {
    const customerNumber = requireText(
      'customerNumber',
      input.customerNumber,
      translatable('register.customerNumberMissing'),
    )
    const documentNumber = requireText(
      'documentNumber',
      input.documentNumber,
      translatable('register.documentNumberMissing'),
    )
    await deps.countRequest({ what: 'registration', subject: email, network: caller.network })
    return withTransaction(deps.db, async (db) => {
      await upsertRegistrationRequest(db, {
        id: deps.newId(),
        email,
        name,
        customerNumber,
        documentNumber,
        now: deps.clock(),
      })
      await record(deps, db, { action: 'registration_asked', caller })
    })
  }
  const company = requireText('company', input.company, translatable('register.companyMissing'))
  await deps.countRequest({ what: 'registration', subject: email, network: caller.network })
  await mailRegistrationLink(deps, { email, name, company, caller })
}

type Newcomer = { email: string; name: string; company: string; caller: Caller }

/** Mails the link that completes a registration. Only the mail tells a registered person that they are registered. */
function mailRegistrationLink(deps: AcceptDeps, { email, name, company, caller }: Newcomer): Promise<void> {
  const now = deps.clock()
  const expiresAt = invitationEnd(now)
  const { token, hash } = newMailedToken(deps.random)
  return withTransaction(deps.db, async (db) => {
    const existingPerson = await findPersonByEmail(db, email)
    const invitation = { id: deps.newId(), hash, email, name, accountId: null, company, role: 'admin', invitedBy: null }
    const dead = existingPerson !== undefined
    await insertInvitation(db, { ...invitation, language: null, now, expiresAt, dead })
    await record(deps, db, { action: 'registration_asked', caller, userId: existingPerson?.id ?? null })
    if (existingPerson) {
      const to = existingPerson.disabled ? null : { email, name: existingPerson.name }
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

function requireText(field: string, text: string | undefined, message: TranslatableText): string {
  const normalised = (text ?? '').normalize('NFC').trim()
  if (normalised === '') throw new PortalError('invalid_input', message, { errors: [{ field, message }] })
  return normalised
}
