import { randomUUID } from 'node:crypto'
import type { DocumentType } from '#contract/values.ts'
import { issueAccessToken } from '#server/auth/session/access-token.ts'
import { tokenKeys } from '#server/auth/tokens/token-keys.ts'
import { requestOf } from './load.ts'
import { type MeasuredDatabase, tokenSecret } from './measured-database.ts'
import type { Server } from './servers.ts'

/** The same requests for both servers: the portal reads the account from the token, the bare server from a header. */
export type Requests = { portal: Buffer[]; bare: Buffer[] }

export type RequestTarget = { accountId: string; path: string }

/** No single person may call as often as a benchmark does, so its requests come from many people. */
const personCount = 500

/** What a browser sends with each call of an open page until its stream of changes has greeted it. */
export const browserHeaders = {
  prefer: 'account-version',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
  cookie: `refreshToken=${'a'.repeat(120)}; trustedDevice=${'b'.repeat(60)}`,
  referer: 'http://localhost/orders',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
}

/**
 * Makes the requests, each of another person, with tokens that are valid for ten minutes and these headers beside.
 */
export async function requestsFor(
  portal: Server,
  targets: readonly RequestTarget[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Requests> {
  const requests: Requests = { portal: [], bare: [] }
  for (let turn = 0; turn < Math.max(personCount, targets.length) && targets.length > 0; turn++) {
    const { accountId, path } = targets[turn % targets.length] as RequestTarget
    const token = await createToken(accountId, portal.port, randomUUID())
    requests.portal.push(requestOf(path, { ...headers, authorization: `Bearer ${token}` }))
    requests.bare.push(requestOf(path, { ...headers, 'x-account': accountId }))
  }
  return requests
}

/** A function that returns the authorization header of the next of many people of the account. */
export async function authorizationHeaders(accountId: string, port: number): Promise<() => { authorization: string }> {
  const tokens: string[] = []
  for (let index = 0; index < personCount; index++) tokens.push(await createToken(accountId, port, randomUUID()))
  let next = 0
  return () => ({ authorization: `Bearer ${tokens[next++ % personCount]}` })
}

/** An access token of an administrator of the account, valid for ten minutes. */
export async function createToken(accountId: string, port: number, userId = accountId): Promise<string> {
  const claims = { userId, sessionId: accountId, accountId, role: 'admin', version: 1 } as const
  const issuer = `http://localhost:${port}`
  return issueAccessToken(claims, { keys: tokenKeys([tokenSecret]), issuer, clock: () => new Date() })
}

/**
 * The same of a member with a session: while a file is read, the portal looks again whether its reader may have it.
 * Throws an error of PostgreSQL for an unknown account.
 */
export async function createMemberToken({ owner }: MeasuredDatabase, accountId: string, port: number): Promise<string> {
  // The ids of the person and of the session are the account's, as in the token.
  await owner.query(
    `with person as (
  insert into users (id, email, name, created_at) values ($1::uuid, $1::uuid || '@bench.example', 'Bench', now()) on conflict do nothing
), member as (
  insert into memberships (account_id, user_id, role, created_at) values ($1::uuid, $1::uuid, 'admin', now()) on conflict do nothing
)
insert into sessions (id, user_id, account_id, created_at, rotated_at, remembered, expires_at)
values ($1::uuid, $1::uuid, $1::uuid, now(), now(), false, now() + interval '1 day')
on conflict (id) do update set expires_at = excluded.expires_at`,
    [accountId],
  )
  return createToken(accountId, port)
}

export type DocumentKey = { accountId: string; type: DocumentType; number: string }

/**
 * A sample of the documents of all accounts, the same in each run: large accounts have a larger part, as in practice.
 */
export async function sampleDocuments({ owner }: MeasuredDatabase, count: number): Promise<DocumentKey[]> {
  const { rows } = await owner.query<DocumentKey>(
    `select account_id as "accountId", type, number from documents
where hashtext(number) % greatest((select count(*) / $1 from documents)::int, 1) = 0 order by hashtext(number), account_id limit $1`,
    [count],
  )
  return rows
}

/** The account with the most documents, and one with about `near` documents. */
export async function pickAccounts(
  { owner }: MeasuredDatabase,
  near: number,
): Promise<{ largest: string; small: string }> {
  const { rows } = await owner.query<{ id: string; count: number }>(
    'select account_id as id, sum(count)::int as count from document_counts group by 1 order by 2 desc, 1',
  )
  const small = rows.toSorted((a, b) => Math.abs(a.count - near) - Math.abs(b.count - near))[0]
  return { largest: rows[0]?.id ?? '', small: small?.id ?? '' }
}

/** The paths of a list of fifty and of a detail. */
export const listPath = (type: DocumentType): string => `/api/documents/${type}?limit=50`
export const detailPath = ({ type, number }: DocumentKey): string =>
  `/api/documents/${type}/${encodeURIComponent(number)}`
