import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openClient } from '#database/connect.ts'
import { readAddress } from '#database/connection/hosts.ts'
import { type Copied, copyDatabase } from '#database/copy/copy-database.ts'
import { setReadOnly } from '#database/copy/read-only.ts'
import { refuseUnlessEmpty } from '#database/copy/tables.ts'
import { type OpenDatabase, reachDatabase } from '#database/open-database.ts'
import { isBesideDatabase } from '#server/backup/backup.ts'
import { argument, type Command, type Context, Failed } from '../command.ts'

/** A PostgreSQL of one's own by its address, or a folder for the embedded one. */
type Destination = { url: string } | { folder: string }

const destinationOf = (word: string): Destination =>
  /^postgres(ql)?:\/\//.test(word) ? { url: addressOf(word) } : { folder: resolve(word) }

function addressOf(word: string): string {
  try {
    return readAddress(word)
  } catch (error) {
    throw new Failed(`The address to copy to ${error instanceof Error ? error.message : String(error)}.`)
  }
}

const silentLog = { info: () => undefined, warn: () => undefined }

function reachDestination(destination: Destination): Promise<Omit<OpenDatabase, 'urls'>> {
  return reachDatabase({
    dataDir: 'folder' in destination ? destination.folder : '',
    databaseUrl: 'url' in destination ? destination.url : undefined,
    ...{ log: silentLog, what: 'a copy', beside: false, urlName: 'The address to copy to' },
  })
}

/** Refuses a destination that holds something, before the portal takes nothing new for its sake. */
async function checkDestination(ownerUrl: string): Promise<void> {
  const client = await openClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  try {
    await refuseUnlessEmpty(client)
  } finally {
    await client.end()
  }
}

export const copyToCommand: Command = {
  name: 'copy-to',
  summary:
    'Copies all data into an empty PostgreSQL (its owner’s address; - reads it from standard input) or a new folder.',
  arguments: ['TARGET'],
  run: async (context, args) => {
    const word = argument(args, 0)
    const destination = destinationOf(word === '-' ? (await context.input()).trim() : word)
    const { database } = await context.open()
    const sides = { ownerUrl: database.ownerUrl, serverUrl: database.urls.session }
    const target = await reachDestination(destination)
    try {
      await checkDestination(target.ownerUrl)
      const since = context.clock().getTime()
      context.out(
        'From now on the portal can be read and takes nothing new. If this is killed, begin it again, or let the portal go on: npm run portal -- copy-to-cancel',
      )
      const { tables, rows, bytes } = await copyOrWriteAgain(context, sides, target.ownerUrl, () =>
        nextSteps(context, destination),
      )
      const seconds = Math.ceil((context.clock().getTime() - since) / 1000)
      const megabytes = Math.ceil(bytes / 1024 / 1024).toLocaleString('en')
      context.out(
        `${rows.toLocaleString('en')} rows of ${tables} tables (${megabytes} MB) are copied in ${seconds} s; their numbers and sums are the same on both sides.`,
      )
    } finally {
      await target.close()
    }
    for (const line of nextSteps(context, destination)) context.out(line)
  },
}

/**
 * Copies everything while the portal takes nothing new. It writes again where this fails or is interrupted before the rows
 * are there; where it is interrupted afterwards, the operator is shown `steps`.
 */
async function copyOrWriteAgain(
  context: Context,
  sides: Parameters<typeof setReadOnly>[0],
  toUrl: string,
  steps: () => string[],
): Promise<Copied> {
  let isInterrupted = false
  let done = context.ifInterrupted(async () => {
    isInterrupted = true
    await setReadOnly(sides, false)
  })
  const beforeCommit = () => {
    if (isInterrupted) throw new Failed('Interrupted: nothing was copied.')
    // From here on the rows may be there: what the portal took now would be missing among them.
    done()
    done = context.ifInterrupted(async () => {
      const lines = ['Interrupted, but everything is copied; the portal still takes nothing new.', ...steps()]
      for (const line of lines) context.out(line)
    })
  }
  try {
    await setReadOnly(sides, true)
    return await copyDatabase({
      ...{ fromUrl: sides.ownerUrl, toUrl, tokenSecret: context.secrets()[0] ?? '' },
      partitions: context.config.DATABASE_PARTITIONS,
      ...{ progress: context.progress, warn: context.out, beforeCommit },
    })
  } catch (error) {
    if (!isInterrupted) await setReadOnly(sides, false)
    throw error
  } finally {
    done()
  }
}

/** What the operator does with the copy. */
export function nextSteps({ config }: Pick<Context, 'config'>, destination: Destination): string[] {
  const kept = join(config.DATA_DIR, 'token-secret')
  const secret =
    config.TOKEN_SECRET === undefined ? `TOKEN_SECRET="$(cat ${kept})"` : 'the TOKEN_SECRET that it has now'
  // A portal with a PostgreSQL of its operator's may have no data folder.
  const names = existsSync(config.DATA_DIR) ? readdirSync(config.DATA_DIR) : []
  // The secret is set, and no file any more.
  const files = names.filter((name) => isBesideDatabase(name) && !/^token-secret/.test(name))
  const settings =
    'url' in destination
      ? `DATABASE_URL=${destination.url.replace(/:[^:@/]*@/, ':…@')} and ${secret}`
      : `DATA_DIR=${destination.folder} and ${secret}, and no DATABASE_URL`
  return [
    '1. Stop the portal, all of its servers.',
    `2. Set ${settings}.`,
    ...('folder' in destination && files.length > 0
      ? [`   Copy ${files.sort().join(', ')} from ${config.DATA_DIR} to ${destination.folder}.`]
      : []),
    '3. Start it, and look with npm run portal -- doctor.',
    'The database of before stays as it is, and takes nothing new. To go on with it instead: npm run portal -- copy-to-cancel',
  ]
}

export const cancelCommand: Command = {
  name: 'copy-to-cancel',
  summary: 'Lets the portal take something new again on the database from which it was copied.',
  run: async (context) => {
    const { database } = await context.open()
    await setReadOnly({ ownerUrl: database.ownerUrl, serverUrl: database.urls.session }, false)
    context.out('The portal takes everything again. What comes from now on is not in the copy.')
  },
}
