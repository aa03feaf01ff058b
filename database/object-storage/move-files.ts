import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { tryAdvisoryLock } from '../connection/advisory-lock.ts'
import { type Bucket, BucketError } from './bucket.ts'
import {
  type Ctid,
  type FileTable,
  fileTables,
  forgetUnusedObjects,
  listNamedObjects,
  listRowsToMove,
  listUnusedObjects,
  nameObject,
  noteObjectBegun,
  returnContent,
  selectContent,
} from './queries.ts'
import { objectKeyOf, readObject } from './read-file.ts'

/** `signal` ends the work before the next file, by throwing. */
export type MoveDeps = { workPool: pg.Pool; lockPool: pg.Pool; bucket: Bucket; signal?: AbortSignal }

/** Called after each file with how many have been done. */
export type OnMoved = (files: number) => void

const batchSize = 100
/** Files under way at once: two connections of four stay for imports. */
const atOnce = 2
/** A storage that does not take so many in a row takes none for now. */
const mostFailures = 50

/**
 * Moves the content of all files that are large enough from the database to the object storage. A file is named by its
 * row only after the storage has it. Returns how many were moved; undefined when another server is at it. Throws
 * BucketError: at once when the storage cannot be used, after all others when it does not take a file.
 */
export function moveToStorage(deps: MoveDeps, onMoved?: OnMoved): Promise<number | undefined> {
  return alone(deps, async () => {
    let moved = 0
    const trials = createTrials()
    for (const table of fileTables) {
      const refused: Ctid[] = []
      for (;;) {
        const ctids = await listRowsToMove(deps.workPool, table, { limit: batchSize, without: refused })
        const doneBefore = moved + refused.length
        await forEachOf(ctids, deps.signal, async (ctid) => {
          const isTaken = await trials.attempt(async () => {
            if (!(await moveRow(deps, table, ctid))) return
            moved += 1
            onMoved?.(moved)
          })
          if (!isTaken) refused.push(ctid)
        })
        // Rows that change all the time are left to the next run.
        if (moved + refused.length === doneBefore) break
      }
    }
    trials.throwFirst()
    return moved
  })
}

/**
 * What the storage may refuse for one file and do for the others: `attempt` returns whether it was done, `throwFirst`
 * throws the first refusal, if there was one. Anything else is thrown at once.
 */
function createTrials() {
  let first: BucketError | undefined
  let inARow = 0
  return {
    attempt: async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work()
        inARow = 0
        return true
      } catch (error) {
        inARow += 1
        if (!(error instanceof BucketError && error.isOfFile) || inARow >= mostFailures) throw error
        first ??= error
        return false
      }
    },
    throwFirst: () => {
      if (first) throw first
    },
  }
}

async function moveRow({ workPool, bucket }: MoveDeps, table: FileTable, ctid: Ctid): Promise<boolean> {
  const content = await selectContent(workPool, table, ctid)
  if (content === undefined) return false
  const objectKey = objectKeyOf(table, randomUUIDv7(), content)
  await noteObjectBegun(workPool, objectKey)
  await bucket.put(objectKey, content)
  return nameObject(workPool, table, ctid, { objectKey, content })
}

/**
 * Puts the content of all files back into the database; their objects stay in the storage as long as others that no row
 * names. Returns how many were moved; undefined when another server is at it. Throws when an object is missing or damaged.
 */
export function moveToDatabase(deps: MoveDeps, onMoved?: OnMoved): Promise<number | undefined> {
  return alone(deps, async () => {
    let moved = 0
    await eachObject(deps, async (table, objectKey) => {
      const content = await readObject(deps.bucket, objectKey)
      moved += await returnContent(deps.workPool, table, objectKey, content)
      onMoved?.(moved)
    })
    return moved
  })
}

/**
 * Reads each object that a row names and compares it with its hash. Returns how many are there, and what is wrong with
 * the others, the first hundred of them in words.
 */
export async function checkObjects(
  deps: Pick<MoveDeps, 'workPool' | 'bucket' | 'signal'>,
  onChecked?: OnMoved,
): Promise<{ whole: number; faulty: number; faults: string[] }> {
  let [whole, faulty] = [0, 0]
  const faults: string[] = []
  await eachObject(deps, async (_table, objectKey) => {
    try {
      await readObject(deps.bucket, objectKey)
      whole += 1
    } catch (error) {
      faulty += 1
      if (faults.length < 100) faults.push(error instanceof Error ? error.message : String(error))
    }
    onChecked?.(whole + faulty)
  })
  return { whole, faulty, faults }
}

/**
 * Removes objects from the storage that no row has named for so many days. Returns how many; undefined when another
 * server is at it. Throws BucketError as moveToStorage does.
 */
export function removeUnusedObjects(deps: MoveDeps, days: number): Promise<number | undefined> {
  return alone(deps, async () => {
    let removed = 0
    const trials = createTrials()
    const refused: string[] = []
    for (;;) {
      const unused = await listUnusedObjects(deps.workPool, days, { limit: batchSize, without: refused })
      if (unused.length === 0) break
      const toRemove = unused.filter(({ isNamed }) => !isNamed)
      await forEachOf(toRemove, deps.signal, async ({ objectKey }) => {
        if (await trials.attempt(() => deps.bucket.remove(objectKey))) removed += 1
        else refused.push(objectKey)
      })
      const done = unused.map(({ objectKey }) => objectKey).filter((objectKey) => !refused.includes(objectKey))
      await forgetUnusedObjects(deps.workPool, done)
    }
    trials.throwFirst()
    return removed
  })
}

async function eachObject(
  { workPool, signal }: Pick<MoveDeps, 'workPool' | 'signal'>,
  work: (table: FileTable, objectKey: string) => Promise<void>,
): Promise<void> {
  for (const table of fileTables) {
    let after = ''
    for (;;) {
      const objectKeys = await listNamedObjects(workPool, table, after, batchSize)
      await forEachOf(objectKeys, signal, (objectKey) => work(table, objectKey))
      const last = objectKeys.at(-1)
      if (last === undefined) break
      after = last
    }
  }
}

/** Of several servers and commands one moves files at a time. */
async function alone<T>({ lockPool }: Pick<MoveDeps, 'lockPool'>, work: () => Promise<T>): Promise<T | undefined> {
  const lock = await tryAdvisoryLock(lockPool, 'object storage')
  if (!lock) return undefined
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** Does the work for each item, a few at once. When it fails or is to end, no other item is begun, and this throws. */
async function forEachOf<T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items]
  const workOff = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      signal?.throwIfAborted()
      await work(item)
    }
  }
  const works = Array.from({ length: atOnce }, async () => {
    try {
      await workOff()
    } catch (error) {
      waiting.length = 0
      throw error
    }
  })
  // What is under way is awaited before the failure is passed on.
  await Promise.allSettled(works)
  await Promise.all(works)
}
