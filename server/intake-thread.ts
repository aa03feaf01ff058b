import { randomUUIDv7 } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '#database/connect.ts'
import type { RoleUrls } from '#database/roles.ts'
import { createIntake } from './ingest/intake.ts'
import { serveIntake } from './ingest/serve-intake.ts'

/*
 * The thread that takes documents in, so that pages are answered meanwhile, however long a line, an XML file or a list
 * of events is. It has its own database connections.
 */

// Pages come first, but not by so much that a batch keeps its locks for long. On systems other than Linux the priority
// would apply to the whole process.
const lowPriority = 5
if (process.platform === 'linux') setPriority(lowPriority)
if (!parentPort) throw new Error('This is a thread of the server')
const { urls } = workerData as { urls: RoleUrls }
const pools = connect(urls, { onLost: () => undefined, size: 1 })
serveIntake(parentPort, createIntake({ workPool: pools.work, clock: () => new Date(), newId: () => randomUUIDv7() }))
