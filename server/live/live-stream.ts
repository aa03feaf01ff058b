import { Readable } from 'node:stream'

/**
 * One page that follows its account. It holds no queue: what was not sent yet is one number, however slow the reader and
 * however much happens.
 */
export class LiveStream extends Readable {
  readonly accountId: string
  readonly userId: string
  readonly stillSignedIn: () => Promise<boolean>
  /** The version that the reader knows; undefined for one that has just come. */
  #known: number | undefined
  #waiting: string | undefined
  #wanted = false
  #greeted = false

  constructor(options: {
    accountId: string
    userId: string
    lastEventId: number | undefined
    stillSignedIn: () => Promise<boolean>
  }) {
    super({ highWaterMark: 256 })
    this.accountId = options.accountId
    this.userId = options.userId
    this.stillSignedIn = options.stillSignedIn
    this.#known = options.lastEventId
  }

  /** Tells at which version the account stands, and how often documents left it; nothing when the reader knows. */
  publish({ version, removed }: { version: number; removed: number }): void {
    const changed = this.#known !== undefined && this.#known !== version
    if (this.#greeted && !changed) return
    // What waits already has not reached the reader: a change in it stays one.
    const event = changed || this.#waiting?.startsWith('event: changed') ? 'changed' : 'hello'
    this.#known = version
    this.#greeted = true
    this.#waiting = `event: ${event}\nid: ${version}\ndata: {"removed":${removed}}\n\n`
    this.#flush()
  }

  /** A sign of life, when nothing else waits. */
  sendHeartbeat(): void {
    this.#waiting ??= ': \n\n'
    this.#flush()
  }

  /** Ends it in order: the reader asks anew, and is told what it missed. */
  finish(): void {
    this.push(null)
  }

  override _read(): void {
    this.#wanted = true
    this.#flush()
  }

  #flush(): void {
    if (!this.#wanted || this.#waiting === undefined) return
    const text = this.#waiting
    this.#waiting = undefined
    this.#wanted = this.push(text)
  }
}
