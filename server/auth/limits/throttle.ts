import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { PortalError, translatable } from '#contract/errors.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { type BucketRow, isProven, lockBuckets, updateBuckets } from './throttle-queries.ts'

/*
 * Each try is counted before the password is checked, and released when it was right, so parallel guesses cannot outrun
 * the count. A bucket allows `free` tries; each further try doubles the wait. Tries while it blocks are not counted, so
 * a block ends by itself whatever a stranger does. A person who has signed in from a network before is counted for that
 * pair alone, so strangers elsewhere cannot lock them out.
 */
type Limit = {
  readonly free: number
  /** Seconds after which one failure is forgiven. */
  readonly forgiven: number
  /** Seconds to wait after the first try beyond the free ones, and the maximum. */
  readonly firstWait: number
  readonly longestWait: number
}

export const limits = {
  /** One person from one network. */
  pair: { free: 5, forgiven: 900, firstWait: 2, longestWait: 900 },
  /** One person from anywhere. */
  person: { free: 10, forgiven: 900, firstWait: 2, longestWait: 900 },
  /** Anyone from one network. */
  network: { free: 30, forgiven: 60, firstWait: 2, longestWait: 900 },
  /** Anyone from anywhere: slows distributed guessing down, but never blocks sign-in altogether. */
  all: { free: 1000, forgiven: 0.1, firstWait: 1, longestWait: 1 },
} as const satisfies Record<string, Limit>

/**
 * How often requests other than sign-ins, such as for a new password, are allowed: about one subject, and from one
 * network.
 */
const requestLimits = {
  subject: { free: 5, forgiven: 900, firstWait: 30, longestWait: 900 },
  network: { free: 30, forgiven: 60, firstWait: 2, longestWait: 900 },
} as const satisfies Record<string, Limit>

/**
 * Wrong second factors of one person, from one network or in total: some thirty an hour. The caller knows the password
 * already.
 */
const codeLimit: Limit = { free: 30, forgiven: 120, firstWait: 120, longestWait: 900 }
/** Codes mailed for a person's sign-ins, from one network and in total. The caller knows the password already. */
const mailedCodeLimits = {
  pair: { free: 6, forgiven: 300, firstWait: 30, longestWait: 900 },
  person: { free: 20, forgiven: 300, firstWait: 60, longestWait: 900 },
} as const satisfies Record<string, Limit>
/** What a sign-in page requests before anything is typed; a company behind one address opens many such pages. */
const anonymousRequestLimit: Limit = { free: 300, forgiven: 1, firstWait: 2, longestWait: 60 }

/** Days for which a pair of person and network stays proven. */
const provenDays = 90
/** Seconds; the page asks the person to wait a minute. */
const maxRetryAfter = 60

const milliseconds = 1000
const day = 86_400 * milliseconds

/** The error for status 429. */
export function tooManyRequests(retryAfter: number): PortalError {
  return new PortalError('too_many_requests', translatable('error.tooMany'), {
    retryAfter: Math.max(1, Math.min(maxRetryAfter, Math.ceil(retryAfter))),
  })
}

/** A try that counts until it is released. */
export type Claim = { readonly pair: Buffer; readonly counted: readonly { key: Buffer; blockedUntil: number | null }[] }

/**
 * `device`: the id of the trusted device that the try comes from, if any; it has a bucket of its own in any network.
 */
export type Attempt = { email: string; network: string; device?: string | undefined }

const bucketKey = (name: string, ...parts: string[]) =>
  createHash('sha256')
    .update(JSON.stringify([name, ...parts]))
    .digest()

/** Counts a try. Throws too_many_requests, without counting, when one of its buckets blocks. */
export async function claimAttempt(db: Pool, { email, network, device }: Attempt, now: Date): Promise<Claim> {
  const pair = device === undefined ? bucketKey('pair', email, network) : bucketKey('device', device)
  return withTransaction(db, async (client) => {
    const proven = device !== undefined || (await isProven(client, pair, new Date(now.getTime() - provenDays * day)))
    const limitsByKey = new Map<string, Limit>([[pair.toString('hex'), limits.pair]])
    if (!proven) {
      limitsByKey.set(bucketKey('person', email).toString('hex'), limits.person)
      limitsByKey.set(bucketKey('network', network).toString('hex'), limits.network)
      limitsByKey.set(bucketKey('all').toString('hex'), limits.all)
    }
    const filled = await fillBuckets(client, limitsByKey, now)
    return { pair, counted: filled.map(({ key, blockedUntil }) => ({ key, blockedUntil })) }
  })
}

/**
 * Counts a request of the kind `what` from a network, about a subject if there is one. Known and unknown subjects are
 * counted alike. Throws too_many_requests.
 */
export async function countRequest(
  db: Pool,
  { what, subject, network }: { what: string; subject?: string | undefined; network: string },
  now: Date,
): Promise<void> {
  const limitsByKey = new Map<string, Limit>([
    [bucketKey('ask network', what, network).toString('hex'), requestLimits.network],
  ])
  if (subject !== undefined)
    limitsByKey.set(bucketKey('ask subject', what, subject).toString('hex'), requestLimits.subject)
  await withTransaction(db, (client) => fillBuckets(client, limitsByKey, now))
}

/**
 * Counts a typed code of a person before it is checked; the caller releases it when it was right. A network that a
 * right code came from before has a bucket of its own, so nobody elsewhere can lock the person out. Throws
 * too_many_requests.
 */
export async function claimCode(db: Pool, userId: string, network: string, now: Date): Promise<Claim> {
  const pair = bucketKey('code', userId, network)
  const counted = await withTransaction(db, async (client) => {
    const limitsByKey = new Map<string, Limit>([[pair.toString('hex'), codeLimit]])
    if (!(await isProven(client, pair, new Date(now.getTime() - provenDays * day)))) {
      limitsByKey.set(bucketKey('code', userId).toString('hex'), codeLimit)
    }
    return fillBuckets(client, limitsByKey, now)
  })
  return { pair, counted }
}

/** Counts a code to be mailed for a sign-in of a person. Throws too_many_requests. */
export async function countMailedCode(db: Pool, userId: string, network: string, now: Date): Promise<void> {
  const limitsByKey = new Map<string, Limit>([
    [bucketKey('mailed code', userId, network).toString('hex'), mailedCodeLimits.pair],
    [bucketKey('mailed code', userId).toString('hex'), mailedCodeLimits.person],
  ])
  await withTransaction(db, (client) => fillBuckets(client, limitsByKey, now))
}

/** Counts a request from a sign-in page for which the server stores a row. Throws too_many_requests. */
export async function countAnonymousRequest(db: Pool, network: string, now: Date): Promise<void> {
  const limitsByKey = new Map([[bucketKey('question', network).toString('hex'), anonymousRequestLimit]])
  await withTransaction(db, (client) => fillBuckets(client, limitsByKey, now))
}

/** Fills buckets, by key in hexadecimal. Throws too_many_requests when one of them blocks. */
async function fillBuckets(db: Db, limitsByKey: ReadonlyMap<string, Limit>, now: Date): Promise<BucketRow[]> {
  const keys = [...limitsByKey.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const buckets = await lockBuckets(db, keys, now)
  const limitOf = ({ key }: BucketRow) => limitsByKey.get(key.toString('hex')) ?? limits.pair
  const wait = Math.max(0, ...buckets.map((bucket) => blockedFor(bucket, limitOf(bucket), now)))
  if (wait > 0) throw tooManyRequests(wait)
  const filled = buckets.map((bucket) => fillBucket(bucket, limitOf(bucket), now))
  await updateBuckets(db, filled)
  return filled
}

/**
 * Seconds. A block that would last longer than any does is from before the clock was set back, and over: the level stays,
 * so that the next failure blocks again.
 */
function blockedFor({ blockedUntil }: BucketRow, { longestWait }: Limit, now: Date): number {
  const seconds = ((blockedUntil ?? 0) - now.getTime()) / milliseconds
  return seconds > longestWait ? 0 : seconds
}

function fillBucket(bucket: BucketRow, limit: Limit, now: Date): BucketRow {
  // A clock that was set back neither lowers nor raises the level.
  const elapsed = Math.max(0, now.getTime() - bucket.updatedAt) / milliseconds
  const level = Math.max(0, bucket.level - elapsed / limit.forgiven) + 1
  const over = level - limit.free
  const wait = over > 0 ? Math.min(limit.longestWait, limit.firstWait * 2 ** (over - 1)) : 0
  return {
    ...bucket,
    level,
    updatedAt: now.getTime(),
    blockedUntil: wait > 0 ? Math.round(now.getTime() + wait * milliseconds) : null,
  }
}

/**
 * Releases a counted try that was no guess. With `proven`, the password or code was right and the pair starts afresh. A
 * block that another try has set stays.
 */
export async function releaseAttempt(db: Pool, claim: Claim, outcome: { proven: boolean }, now: Date): Promise<void> {
  await withTransaction(db, async (client) => {
    const buckets = await lockBuckets(
      client,
      claim.counted.map(({ key }) => key),
      now,
    )
    await updateBuckets(
      client,
      buckets.map((bucket) => {
        if (outcome.proven && bucket.key.equals(claim.pair)) {
          return { ...bucket, level: 0, updatedAt: now.getTime(), blockedUntil: null, provenAt: now.getTime() }
        }
        const claimed = claim.counted.find(({ key }) => key.equals(bucket.key))
        return {
          ...bucket,
          level: Math.max(0, bucket.level - 1),
          blockedUntil: bucket.blockedUntil === claimed?.blockedUntil ? null : bucket.blockedUntil,
        }
      }),
    )
  })
}
