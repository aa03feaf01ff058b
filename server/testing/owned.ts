import { randomUUIDv7 } from 'node:crypto'
import { decodeJwt } from 'jose'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { takeIn } from '../ingest/intake.ts'
import type { TestPortal } from './portal.ts'

/** The id of every sign-in method that the owner has. */
const signInId = '018f0000-0000-7000-8000-000000000abc'

/** What an account's member owns, as the probes name it. */
export type Owned = {
  /** The member's. */
  token: string
  mark: string
  numbers: Record<DocumentType, string>
  /** An id, of the invoice. */
  attachment: string
  invitation: string
  /** An id, about the order. */
  request: string
  requestFile: string
  /** An id, about the request. */
  message: string
  view: string
  /** An id, about a quote. */
  notice: string
  signInId: string
}

/** The documents' numbers: Q-, O-, S- and I- before the mark. */
export const numbersOf = (mark: string): Owned['numbers'] =>
  Object.fromEntries(documentTypes.map((type) => [type, `${type.charAt(0).toUpperCase()}-${mark}`])) as Owned['numbers']

/**
 * As the holder of the token, an admin of the account A-1, makes one of everything beside their four documents, of
 * which the invoice has an attachment, and a quote that was sent as UBL. All of it contains the mark.
 */
export async function createOwned(portal: TestPortal, token: string, mark: string): Promise<Owned> {
  const numbers = numbersOf(mark)
  const post = async (url: string, body: object) => requireOk(await portal.call('POST', url, { token, body }))
  const get = async (url: string) => requireOk(await portal.get(url, token))
  const { attachments } = (await get(`/documents/invoices/${numbers.invoices}`)) as { attachments: { id: string }[] }
  await post('/profile/company/invitations', { email: `${mark}@c.example`, role: 'buyer' })
  const { invitations } = (await get('/profile/company/members')) as { invitations: { id: string }[] }
  const request = await post(`/documents/orders/${numbers.orders}/ask`, { key: signInId, note: mark })
  const file = await portal.app.inject({
    method: 'POST',
    url: `/api/requests/${idOf(request)}/files?name=${mark}.pdf`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(`%PDF-1.7 ${mark}`),
  })
  const { message } = (await post(`/documents/orders/${numbers.orders}/messages`, {
    key: '018f0000-0000-7000-8000-000000000abd',
    text: mark,
  })) as { message: unknown }
  const view = await post('/views', { type: 'orders', name: mark, state: `q=${mark}`, shared: true })
  await sendQuote(portal, `Q2-${mark}`, mark)
  const [notice] = (await get('/notifications')) as { id: string }[]
  for (const insert of [
    `insert into trusted_devices (id, user_id, hash, created_at, last_used_at, expires_at, user_agent)
       values ($1, $2, '1', now(), now(), 'infinity', $3)`,
    `insert into passkeys (id, user_id, credential, public_key, counter, transports, name, backed_up, created_at)
       values ($1, $2, '1', '1', 0, '{}', $3, false, now())`,
    `insert into account_addresses (account_id, use, position, code, party, stated_at)
       select account_id, 'shipTo', 1, $3::text, jsonb_build_object('name', $3::text, 'contact', null, 'lines', '[]'::jsonb,
         'city', null, 'region', null, 'postalCode', null, 'country', null), now() from memberships
       where $1::uuid is not null and user_id = $2`,
    `insert into identities (id, user_id, issuer, subject, email, created_at)
       values ($1, $2, 'https://login.example', $3, $3, now())`,
  ]) {
    await portal.database.owner.query(insert, [signInId, decodeJwt(token).sub, mark])
  }
  return {
    ...{ token, mark, numbers, signInId },
    attachment: idOf(attachments[0]),
    invitation: idOf(invitations[0]),
    request: idOf(request),
    requestFile: idOf(file.json()),
    message: idOf(message),
    view: idOf(view),
    notice: idOf(notice),
  }
}

/** Sends a quote to the account A-1 as UBL. */
async function sendQuote({ database }: TestPortal, number: string, note: string): Promise<void> {
  const namespace = 'urn:oasis:names:specification:ubl:schema:xsd'
  const xml = `<Quotation xmlns="${namespace}:Quotation-2" xmlns:cbc="${namespace}:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID><cbc:Note>${note}</cbc:Note></Quotation>`
  const deps = { workPool: database.pools.work, clock: () => new Date('2026-03-10T09:00:00Z'), newId: randomUUIDv7 }
  const { errors } = await takeIn(deps, 'ubl', Buffer.from(xml), { account: 'A-1', dryRun: false })
  if (errors.length > 0) throw new Error(`The quote was refused: ${JSON.stringify(errors)}`)
}

function requireOk({ status, body, text }: { status: number; body: unknown; text: string }): unknown {
  if (status !== 200) throw new Error(`What the probes ask for could not be made: ${text}`)
  return body
}

function idOf(created: unknown): string {
  const { id } = (created ?? {}) as { id?: unknown }
  if (typeof id !== 'string' || id === '') throw new Error('What the probes ask for has no id')
  return id
}
