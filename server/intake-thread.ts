import { randomUUIDv7 } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '#database/connect.ts'
import type { RoleUrls } from '#database/roles.ts'
import { createElsewhere } from './ingest/elsewhere/remote.ts'
import { createIntake } from './ingest/intake.ts'
import { serveIntake } from './ingest/serve-intake.ts'
import { openRegions, type RegionSettings } from './regions/open.ts'

/*
 * The thread that takes documents in, so that pages are answered meanwhile, however long a line, an XML file or a list
 * of events is. It has its own database connections.
 */

// Pages come first, but not by so much that a batch keeps its locks for long. On systems other than Linux the priority
// would apply to the whole process.
const lowPriority = 5
if (process.platform === 'linux') setPriority(lowPriority)
if (!parentPort) throw new Error('This is a thread of the server')
const { urls, settings } = workerData as { urls: RoleUrls; settings?: RegionSettings }
const pools = connect(urls, { onLost: () => undefined, size: 1 })
const clock = () => new Date()
const regions = settings && openRegions(settings, clock)
const elsewhere = regions && createElsewhere(regions)
serveIntake(parentPort, createIntake({ workPool: pools.work, clock, newId: () => randomUUIDv7(), elsewhere }))
