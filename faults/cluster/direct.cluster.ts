import { afterAll } from 'vitest'
import { startPair } from './postgres-pair.ts'
import { testCluster } from './scenes.ts'
import { serversOn } from './servers.ts'

/* DATABASE_URL names the primary and the standby. */

const pair = await startPair()
afterAll(() => pair.stop())
testCluster('two hosts', pair, serversOn({ DATABASE_URL: pair.ownerUrl }))
