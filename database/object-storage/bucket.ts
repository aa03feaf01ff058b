import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

/** A bucket that is reached by the S3 protocol. Each call throws BucketError when the storage does not do it. */
export type Bucket = {
  /** Stores bytes under a key; the storage compares them with their hash before it answers. */
  put: (key: string, content: Buffer) => Promise<void>
  /** The bytes under a key; undefined when there are none. */
  get: (key: string) => Promise<Buffer | undefined>
  /** Removes what is under a key, if there is anything. */
  remove: (key: string) => Promise<void>
}

/** The storage was not reached, or answered with an error; the message says which. */
export class BucketError extends Error {
  override name = 'BucketError'
}

/** Milliseconds: for a call with all of its bytes, and until a file that somebody waits for begins to come. */
type Timeouts = { call: number; answer: number }
const defaultTimeouts: Timeouts = { call: 20_000, answer: 4_000 }

/** How often a call is tried that a storage under load refuses, and the milliseconds before the second try. */
const [tries, firstPause] = [3, 100]

/**
 * The bucket at an address with the name and secret of an access key, as in
 * https://KEY:SECRET@s3.example.com/BUCKET/FOLDER?region=eu-central-1. The bucket stands in the path, not in the name of
 * the host, which every storage takes.
 */
export function openBucket(address: string, timeouts = defaultTimeouts): Bucket {
  const { username, password, searchParams, origin, pathname } = new URL(address)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
  })
  const folder = `${origin}${pathname.replace(/\/+$/, '')}`

  async function call(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Buffer): Promise<Response> {
    const hash = createHash('sha256').update(body ?? '')
    const request = {
      method,
      ...(body && { body: new Uint8Array(body) }),
      headers: { 'x-amz-content-sha256': hash.digest('hex') },
    }
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), method === 'GET' ? timeouts.answer : timeouts.call)
    const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(timeouts.call)])
    try {
      for (let attempt = 1; ; attempt++) {
        // The signal goes to fetch itself: one inside of a Request is lost once the garbage collector has taken the Request.
        const reply = await fetch(await client.sign(`${folder}/${key}`, request), { redirect: 'manual', signal })
        if ((reply.status < 500 && reply.status !== 429) || attempt === tries) return reply
        await reply.body?.cancel()
        await sleep(firstPause * 2 ** (attempt - 1), undefined, { signal })
      }
    } catch (error) {
      throw new BucketError(`it cannot be reached (${reasonOf(error)})`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    put: async (key, content) => {
      const reply = await call('PUT', key, content)
      if (!reply.ok) throw await refusalOf(reply)
      await reply.body?.cancel()
    },
    get: async (key) => {
      const reply = await call('GET', key)
      if (reply.status !== 404) {
        if (!reply.ok) throw await refusalOf(reply)
        return readBody(reply)
      }
      const refusal = await refusalOf(reply)
      // A bucket that does not exist is no file that does not.
      if (refusal.message.includes('NoSuchBucket')) throw refusal
      return undefined
    },
    remove: async (key) => {
      const reply = await call('DELETE', key)
      if (!reply.ok && reply.status !== 404) throw await refusalOf(reply)
      await reply.body?.cancel()
    },
  }
}

async function readBody(reply: Response): Promise<Buffer> {
  try {
    return Buffer.from(await reply.arrayBuffer())
  } catch (error) {
    throw new BucketError(`it broke off an answer (${reasonOf(error)})`, { cause: error })
  }
}

/** What a refused call was refused for: S3 says it as the code of an XML document. */
async function refusalOf(reply: Response): Promise<BucketError> {
  // An answer that breaks off is as good as one without a code.
  const text = await reply.text().catch(() => '')
  const code = /<Code>([A-Za-z0-9.]{1,80})<\/Code>/.exec(text)?.[1] ?? reply.statusText
  return new BucketError(`it answers ${reply.status} ${code}`.trim())
}

/** Node says that a call has failed, and why in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const reason = cause instanceof Error ? cause : error
  if (!(reason instanceof Error)) return String(reason)
  return 'code' in reason && typeof reason.code === 'string' ? reason.code : reason.message
}
