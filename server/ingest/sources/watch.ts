import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Outbox } from '#contract/mail.ts'
import { repeat } from '#database/repeat.ts'
import { type Db, withTransaction } from '#database/transaction.ts'
import { settleCorrected } from '../refused/queries.ts'
import type { SourceCounts } from './counts.ts'
import { mailFirstRefusals, selectStaffOfIntake } from './first-refusals.ts'
import { markSilent, selectActiveSources, selectRefusedKeys } from './queries.ts'
import { isSilent, localHour, rhythmWeeks } from './rhythm.ts'

export type WatchDeps = { db: Pool; clock: () => Date; mail: Outbox<Db> }

const second = 1_000
const minute = 60 * second
const day = 86_400_000
const week = 7 * day

/** Writes what was counted every few seconds while the app runs, and at its end. */
export function writeCountsOften(app: FastifyInstance, counts: SourceCounts): void {
  const writing = repeat({
    work: counts.write,
    every: 10 * second,
    log: app.log,
    failing: (reason) => `What came of each source is not counted for now: ${reason}`,
    working: (seconds) => `What came of each source is counted again, after ${seconds} s.`,
  })
  app.addHook('onClose', async () => {
    await writing.runNow()
    await writing.stop()
  })
}

/** Every minute while the app runs: settles what has come right, and notices sources that are silent or newly refused. */
export function settleAndWatch(app: FastifyInstance, deps: WatchDeps): void {
  const watching = repeat({
    work: async () => {
      await settleCorrected(deps.db, deps.clock())
      await noticeSilence(deps)
      await noticeRefusals(deps)
    },
    every: minute,
    log: app.log,
    failing: (reason) => `Whether a source is silent or refused is not looked at for now: ${reason}`,
    working: (seconds) => `Whether a source is silent or refused is looked at again, after ${seconds} s.`,
  })
  app.addHook('onClose', watching.stop)
}

/**
 * Notes each source that is silent for longer than its rhythm explains, and mails it once to those of the staff who look
 * after the intake. Returns how many are silent since now.
 */
export async function noticeSilence({ db, clock, mail }: WatchDeps): Promise<number> {
  const now = clock()
  const since = new Date(now.getTime() - rhythmWeeks * week).toISOString()
  let noticed = 0
  for (const { id, name, lastAt, silentSince, hours } of await selectActiveSources(db, since)) {
    if (
      silentSince !== null ||
      !isSilent(
        hours.map((hour) => localHour(new Date(hour))),
        localHour(now),
      )
    )
      continue
    await withTransaction(db, async (client) => {
      // Another server may have noticed it at the same moment.
      if (!(await markSilent(client, id, lastAt))) return
      noticed++
      for (const to of await selectStaffOfIntake(client))
        await mail.send(client, {
          ...{ kind: 'sourceSilent', to, path: `/console/intake?source=${id}` },
          values: { source: name ?? '', when: lastAt },
        })
    })
  }
  return noticed
}

/**
 * Mails those of the staff who look after the intake about each key of whose messages one was refused for the first time.
 * What has come right since is no reason for a mail. Returns how many keys these are.
 */
export async function noticeRefusals({ db, clock, mail }: WatchDeps): Promise<number> {
  const refused = await selectRefusedKeys(db, new Date(clock().getTime() - day).toISOString())
  const refusals = refused.map(({ id, ...rest }) => ({
    ...rest,
    source: `key ${id}`,
    path: `/console/intake?tab=refused&source=${id}`,
  }))
  return withTransaction(db, (client) => mailFirstRefusals(client, { mail }, refusals))
}
