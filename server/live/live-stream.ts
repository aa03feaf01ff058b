import { Readable } from 'node:stream'

/**
 * One page that follows its account. It has no queue: what is not sent yet is one event, however slow the reader and
 * however many the changes.
 */
export class LiveStream extends Readable {
  readonly accountId: string
  readonly userId: string
  readonly stillSignedIn: () => Promise<boolean>
  /** The version that the reader knows; undefined for a reader that has just connected. */
  #known: number | undefined
  #waiting: string | undefined
  #wanted = false
  #greeted = false
  #finished = false

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

  /** Sends the account's version, and how often documents left it; nothing when the reader knows the version. */
  publish({ version, removed }: { version: number; removed: number }): void {
    const changed = this.#known !== undefined && this.#known !== version
    if (this.#greeted && !changed) return
    // A waiting event has not reached the reader: if it is a change, the new event is a change too.
    const event = changed || this.#waiting?.startsWith('event: changed') ? 'changed' : 'hello'
    this.#known = version
    this.#greeted = true
    this.#waiting = `event: ${event}\nid: ${version}\ndata: {"removed":${removed}}\n\n`
    this.#flush()
  }

  /** Sends a heartbeat, unless an event is waiting. */
  sendHeartbeat(): void {
    this.#waiting ??= ': \n\n'
    this.#flush()
  }

  /** Ends the stream properly: the reader reconnects, and learns what it missed. */
  finish(): void {
    this.#finished = true
    this.push(null)
  }

  override _read(): void {
    this.#wanted = true
    this.#flush()
  }

  #flush(): void {
    // A finished stream stays open until its reader has the end; an event after it would be an error, and cut the reply.
    if (!this.#wanted || this.#finished || this.#waiting === undefined) return
    const text = this.#waiting
    this.#waiting = undefined
    this.#wanted = this.push(text)
  }
}
