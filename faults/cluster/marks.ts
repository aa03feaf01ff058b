import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { sendDocuments } from '../ledger.ts'
import type { Follower } from './follower.ts'

/** Orders that are sent one after the other, each with the version that its account had as soon as it was acknowledged. */
export type Marks = {
  sent: readonly { number: string; version: number; at: number }[]
  stop: () => Promise<void>
}

/** Sends an order about every `pause` milliseconds; `owner` reads the version of the account. */
export function keepMarking(address: string, key: string, owner: pg.Pool, prefix: string, pause = 250): Marks {
  const sent: { number: string; version: number; at: number }[] = []
  let isOver = false
  const mark = async () => {
    for (let next = 0; !isOver; next++) {
      const number = `${prefix}-${next}`
      const reply = await sendDocuments(address, key, [{ type: 'orders', number, account: 'C-1' }]).catch(
        () => undefined,
      )
      await reply?.arrayBuffer().catch(() => undefined)
      const at = performance.now()
      const version = reply?.status === 200 ? await versionOf(owner) : undefined
      if (version !== undefined) sent.push({ number, version, at })
      await sleep(pause)
    }
  }
  const marking = mark()
  return {
    sent,
    stop: async () => {
      isOver = true
      await marking
    },
  }
}

/** The version of the account; undefined while the database is away. */
async function versionOf(owner: pg.Pool): Promise<number | undefined> {
  const read = await owner
    .query<{ version: string }>(
      'select v.version from account_versions v join accounts a using (account_id) where a.number = $1',
      ['C-1'],
    )
    .catch(() => undefined)
  const version = read?.rows[0]?.version
  return version === undefined ? undefined : Number(version)
}

/** For each mark and follower the milliseconds until that had heard of it; undefined for one that never has. */
export function delaysOf(marks: Marks, followers: readonly Follower[]): (number | undefined)[] {
  return followers.flatMap(({ heard }) =>
    marks.sent.map(({ version, at }) => {
      const news = heard.find((event) => event.version >= version)
      return news && Math.max(0, news.at - at)
    }),
  )
}
