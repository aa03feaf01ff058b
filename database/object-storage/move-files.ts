import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { tryAdvisoryLock } from '../connection/advisory-lock.ts'
import type { Bucket } from './bucket.ts'
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

/**
 * Moves the content of all files that are large enough from the database to the object storage. A file is named by its
 * row only after the storage has it. Returns how many were moved; undefined when another server is at it.
 */
export function moveToStorage(deps: MoveDeps, onMoved?: OnMoved): Promise<number | undefined> {
  return alone(deps, async () => {
    let moved = 0
    for (const table of fileTables) {
      for (;;) {
        const ctids = await listRowsToMove(deps.workPool, table, batchSize)
        let movedOfBatch = 0
        await forEachOf(ctids, deps.signal, async (ctid) => {
          if (!(await moveRow(deps, table, ctid))) return
          movedOfBatch += 1
          onMoved?.(moved + movedOfBatch)
        })
        moved += movedOfBatch
        // Rows that change all the time are left to the next run.
        if (movedOfBatch === 0) break
      }
    }
    return moved
  })
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
 * server is at it.
 */
export function removeUnusedObjects(deps: MoveDeps, days: number): Promise<number | undefined> {
  return alone(deps, async () => {
    let removed = 0
    for (;;) {
      const unused = await listUnusedObjects(deps.workPool, days, batchSize)
      if (unused.length === 0) return removed
      const toRemove = unused.filter(({ isNamed }) => !isNamed)
      await forEachOf(toRemove, deps.signal, ({ objectKey }) => deps.bucket.remove(objectKey))
      await forgetUnusedObjects(
        deps.workPool,
        unused.map(({ objectKey }) => objectKey),
      )
      removed += toRemove.length
    }
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
