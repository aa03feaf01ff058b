import { type Bucket, openBucket } from '#database/object-storage/bucket.ts'
import {
  checkObjects,
  type MoveDeps,
  moveToDatabase,
  moveToStorage,
  type OnMoved,
} from '#database/object-storage/move-files.ts'
import { type Command, type Context, Failed } from '../command.ts'

/** The bucket of the settings. Throws Failed when there is none. */
function bucketOf({ config: { OBJECT_STORAGE_URL: address } }: Context): Bucket {
  if (address === undefined) throw new Failed('OBJECT_STORAGE_URL must be set: it names the object storage.')
  return openBucket(address)
}

/** Moves files one way and says how many; what was moved before an interruption stays moved. */
async function move(
  context: Context,
  way: (deps: MoveDeps, onMoved: OnMoved) => Promise<number | undefined>,
  to: string,
): Promise<void> {
  const bucket = bucketOf(context)
  const { pools } = await context.open()
  const moved = await way({ workPool: pools.work, lockPool: pools.lock, bucket }, (files) =>
    context.progress(`${files.toLocaleString('en')} files are moved.`),
  )
  if (moved === undefined) throw new Failed('A server is moving files now. Try again in a minute.')
  context.out(`${moved.toLocaleString('en')} files were moved to ${to}.`)
}

export const fileCommands: readonly Command[] = [
  {
    name: 'files move',
    summary: 'Moves files to the object storage at once, which servers do each minute.',
    run: (context) => move(context, moveToStorage, 'the object storage'),
  },
  {
    name: 'files return',
    summary:
      'Moves all files from the object storage back to the database. First set OBJECT_STORAGE_MOVES=off on all servers.',
    run: (context) => move(context, moveToDatabase, 'the database'),
  },
  {
    name: 'files check',
    summary: 'Reads each file in the object storage and compares it with its hash.',
    run: async (context) => {
      const bucket = bucketOf(context)
      const { pools } = await context.open()
      const { whole, faulty, faults } = await checkObjects({ workPool: pools.work, bucket }, (files) =>
        context.progress(`${files.toLocaleString('en')} files are read.`),
      )
      for (const fault of faults) context.out(fault)
      const counts = `${whole.toLocaleString('en')} files are as they were put there`
      if (faulty > 0) throw new Failed(`${counts}, ${faulty.toLocaleString('en')} are not.`)
      context.out(`${counts}.`)
    },
  },
]
