import { setTimeout as sleep } from 'node:timers/promises'

/** An open page that follows its account, and opens its stream again when that ends, as the portal's pages do. */
export type Follower = {
  /** The versions that it has heard of, with the time (`performance.now()`), in order. */
  heard: readonly { version: number; at: number }[]
  /** How often its stream ended or could not be opened. */
  interruptions: () => number
  stop: () => Promise<void>
}

/** Follows the account of the person with this token. */
export function keepFollowing(address: string, token: string): Follower {
  const heard: { version: number; at: number }[] = []
  const ending = new AbortController()
  let interruptions = 0

  const followOnce = async () => {
    const last = heard.at(-1)?.version
    const reply = await fetch(`${address}/api/live`, {
      headers: { authorization: `Bearer ${token}`, ...(last === undefined ? {} : { 'last-event-id': String(last) }) },
      signal: ending.signal,
    })
    if (reply.status !== 200 || reply.body === null) throw new Error(`The stream was answered ${reply.status}`)
    let text = ''
    for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
      text += piece
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const id = /^id: (\d+)$/m.exec(event)?.[1]
        if (id !== undefined) heard.push({ version: Number(id), at: performance.now() })
      }
    }
  }
  const follow = async () => {
    while (!ending.signal.aborted) {
      // How it ended does not matter: a page opens it again in any case.
      await followOnce().catch(() => undefined)
      if (ending.signal.aborted) return
      interruptions++
      await sleep(200)
    }
  }
  const following = follow()
  return {
    heard,
    interruptions: () => interruptions,
    stop: async () => {
      ending.abort()
      await following
    },
  }
}
