import type { Pools } from '#database/connect.ts'
import { insertDemoActs } from './acts.ts'
import { insertDemoConversations } from './conversations.ts'
import { insertDemoRequests } from './requests.ts'
import { insertDemoReturn } from './returns.ts'

type Deps = { pools: Pick<Pools, 'server' | 'work'>; clock: () => Date; newId: () => string }

/** Lets the demo's customers have asked, written and returned what each of these files tells of, unless they have already. */
export async function insertDemoContent({ pools, ...deps }: Deps, today: string): Promise<void> {
  const db = pools.server
  await insertDemoRequests({ ...deps, db }, today)
  await insertDemoConversations({ ...deps, db })
  await insertDemoActs({ ...deps, db }, today)
  await insertDemoReturn({ ...deps, db, workPool: pools.work })
}
