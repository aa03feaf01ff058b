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
  /** Whether it was this file that took too long or was refused, so that the storage may still take others. */
  readonly isOfFile: boolean

  constructor(message: string, { isOfFile, cause }: { isOfFile: boolean; cause?: unknown }) {
    super(message, { cause })
    this.isOfFile = isOfFile
  }
}

/**
 * Milliseconds: for a call, to which those for its bytes are added, and between two pieces of an answer; until a file that
 * somebody waits for begins to come.
 */
type Timeouts = { call: number; answer: number }
const defaultTimeouts: Timeouts = { call: 20_000, answer: 4_000 }

/** How many bytes a storage takes in a millisecond at least: a large file may take longer than a small one. */
const leastPace = 100

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

  async function call(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Buffer): Promise<Answer> {
    const ending = new AbortController()
    const endIn = (milliseconds: number) => setTimeout(() => ending.abort(), milliseconds)
    let timer = endIn(method === 'GET' ? timeouts.answer : timeouts.call + (body?.length ?? 0) / leastPace)
    try {
      const reply = await send(method, key, body, ending.signal)
      clearTimeout(timer)
      timer = endIn(timeouts.call)
      const content = readBody(reply, timer)
      const isFile = method === 'GET' && reply.ok
      return {
        status: reply.status,
        reason: reply.statusText,
        // Any other answer that breaks off is as good as one without a body.
        content: isFile ? await content : await content.catch(() => Buffer.alloc(0)),
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async function send(method: string, key: string, body: Buffer | undefined, signal: AbortSignal): Promise<Response> {
    const hash = createHash('sha256').update(body ?? '')
    const request = {
      method,
      ...(body && { body: new Uint8Array(body) }),
      headers: { 'x-amz-content-sha256': hash.digest('hex') },
    }
    try {
      for (let attempt = 1; ; attempt++) {
        // The signal goes to fetch itself: one inside of a Request is lost once the garbage collector has taken the Request.
        const reply = await fetch(await client.sign(`${folder}/${key}`, request), { redirect: 'manual', signal })
        if ((reply.status < 500 && reply.status !== 429) || attempt === tries) return reply
        await reply.body?.cancel()
        await sleep(firstPause * 2 ** (attempt - 1), undefined, { signal })
      }
    } catch (error) {
      throw new BucketError(`it cannot be reached (${reasonOf(error)})`, { isOfFile: signal.aborted, cause: error })
    }
  }

  return {
    put: async (key, content) => {
      const answer = await call('PUT', key, content)
      if (!isDone(answer)) throw refusalOf(answer)
    },
    get: async (key) => {
      const answer = await call('GET', key)
      if (isDone(answer)) return answer.content
      const refusal = refusalOf(answer)
      // A bucket that does not exist is no file that does not.
      if (answer.status !== 404 || refusal.message.includes('NoSuchBucket')) throw refusal
      return undefined
    },
    remove: async (key) => {
      const answer = await call('DELETE', key)
      if (!isDone(answer) && answer.status !== 404) throw refusalOf(answer)
    },
  }
}

type Answer = { status: number; reason: string; content: Buffer }

const isDone = ({ status }: Answer) => status >= 200 && status < 300

/** The whole answer; the timer, which ends the call, begins anew with each piece of it. */
async function readBody(reply: Response, timer: NodeJS.Timeout): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of reply.body ?? []) {
      timer.refresh()
      pieces.push(piece)
    }
  } catch (error) {
    throw new BucketError(`it broke off an answer (${reasonOf(error)})`, { isOfFile: true, cause: error })
  }
  return Buffer.concat(pieces)
}

/** What a refused call was refused for: S3 says it as the code of an XML document. */
function refusalOf({ status, reason, content }: Answer): BucketError {
  const code = /<Code>([A-Za-z0-9.]{1,80})<\/Code>/.exec(content.toString())?.[1] ?? reason
  // These are said of the access key or the bucket.
  return new BucketError(`it answers ${status} ${code}`.trim(), { isOfFile: ![401, 403, 404].includes(status) })
}

/** Node says that a call has failed, and why in the cause. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const reason = cause instanceof Error ? cause : error
  if (!(reason instanceof Error)) return String(reason)
  return 'code' in reason && typeof reason.code === 'string' ? reason.code : reason.message
}
