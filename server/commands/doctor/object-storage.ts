import { randomUUIDv7 } from 'node:crypto'
import { openBucket } from '#database/object-storage/bucket.ts'
import { countObjects, countRowsToMove } from '#database/object-storage/queries.ts'
import { objectKeyOf, readObject } from '#database/object-storage/read-file.ts'
import type { DoctorContext } from './doctor-context.ts'
import type { Finding } from './waiting.ts'

/** Puts a file into the object storage, reads it back and removes it: people cannot open files that are not reached. */
export async function checkObjectStorage({ config, open }: DoctorContext): Promise<Finding> {
  const { pools } = await open()
  const files = await countObjects(pools.work)
  const there = `${files.toLocaleString('en')} files are in the object storage`
  if (config.OBJECT_STORAGE_URL === undefined) {
    return files === 0
      ? ['ok', 'files are in the database: OBJECT_STORAGE_URL is not set.']
      : ['bad', `${there}, and OBJECT_STORAGE_URL is not set: nobody can open them. Set it as it was.`]
  }
  const bucket = openBucket(config.OBJECT_STORAGE_URL)
  const content = Buffer.from('Written by doctor, and removed again.')
  const key = objectKeyOf('check', randomUUIDv7(), content)
  try {
    await bucket.put(key, content)
    await readObject(bucket, key)
    await bucket.remove(key)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return ['bad', `OBJECT_STORAGE_URL: the storage cannot be used, ${reason}. ${there}: nobody can open them.`]
  }
  const waiting = await countRowsToMove(pools.work)
  const rest = waiting.files === 0 ? '' : ` ${waiting.files.toLocaleString('en')} more are to be moved there.`
  return ['ok', `it takes and gives files. ${there}.${rest}`]
}
