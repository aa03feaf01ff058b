import { expect } from 'vitest'
import { keepSending, type Ledger } from '../ledger.ts'
import { type Follower, keepFollowing } from './follower.ts'
import { keepMarking, type Marks } from './marks.ts'
import { keepCalling, type People } from './people.ts'
import type { Servers } from './servers.ts'

const followerCount = 6
/** Milliseconds between two batches of the ERP, so that it leaves the machine to the others too. */
const pause = 250

/** An ERP that sends, pages that follow their account and people who read. */
export type Load = {
  ledger: Ledger
  followers: readonly Follower[]
  marks: Marks
  calling: People
  /** The first answers to people that were not 200. */
  failures: readonly string[]
  /** Ends all when each page has heard of the last change. */
  stop: () => Promise<void>
}

/** Starts them; the numbers of the documents begin with `prefix`. */
export function startLoad({ address, key, tokens, owner }: Servers, prefix: string): Load {
  const failures: string[] = []
  const ledger = keepSending(() => address, key(), { prefix: `${prefix}-ERP`, pause })
  const followers = tokens.slice(0, followerCount).map((token) => keepFollowing(address, token))
  const marks = keepMarking(address, key(), owner(), `${prefix}-MARK`)
  const calling = keepCalling(address, tokens, failures)
  const stop = async () => {
    await Promise.all([ledger.stop(), marks.stop(), calling.stop()])
    const last = marks.sent.at(-1)?.version ?? 0
    const hasHeardAll = () => followers.every(({ heard }) => (heard.at(-1)?.version ?? 0) >= last)
    await expect.poll(hasHeardAll, { timeout: 10_000 }).toBe(true)
    await Promise.all(followers.map((follower) => follower.stop()))
  }
  return { ledger, followers, marks, calling, failures, stop }
}
