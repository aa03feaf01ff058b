import type { ClientBase } from 'pg'
import { openClient } from '#database/connect.ts'
import { readRoles } from '#database/connection/role-names.ts'
import { isReadOnly } from '#database/copy/read-only.ts'
import { unreadableTables } from '#database/copy/tables.ts'
import { listBackups } from '#server/backup/kept-backups.ts'
import type { DoctorContext } from './doctor-context.ts'
import { readOwner } from './queries.ts'
import type { Finding } from './waiting.ts'

async function asOwner<T>(context: DoctorContext, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const { database } = await context.open()
  const client = await openClient({ connectionString: database.ownerUrl, connectionTimeoutMillis: 3_000 })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Whether a backup would hold every row: row-level security hides them from who has no policy, the owner too. */
export function checkBackups(context: DoctorContext): Promise<Finding> {
  return asOwner(context, async (client): Promise<Finding> => {
    const { backup: backupRole } = await readRoles(client)
    const hidden = await unreadableTables(client)
    const { name, isHeldBack, isMember } = await readOwner(client, backupRole)
    if (hidden.length > 0) {
      return [
        'bad',
        `the role ${backupRole} does not see every row of ${hidden.join(', ')}: a backup would not be whole. Start this version on the database again as its owner.`,
      ]
    }
    if (!isMember) {
      return [
        'bad',
        `a dump by ${name} would be empty, because row-level security holds it back: grant ${backupRole} to ${name}`,
      ]
    }
    const text =
      context.config.DATABASE_URL === undefined
        ? 'npm run portal -- backup DIR holds every row.'
        : `npm run portal -- backup DIR holds every row, and so does pg_dump --role=${backupRole} --enable-row-security.${
            isHeldBack ? ` A plain pg_dump by ${name} ends with an error.` : ''
          }`
    const [verdict, age] = await newestBackup(context)
    return [verdict, age === '' ? text : `${text} ${age}`]
  })
}

const hour = 3_600_000

/** How old the newest whole backup in the folder of backups is: a day where one is made each day, else a week. */
async function newestBackup({ config, clock }: DoctorContext): Promise<Finding> {
  const { BACKUP_DIR: folder, BACKUP_AT: at } = config
  if (folder === undefined) return ['ok', '']
  const newest = (await listBackups(folder)).find(({ madeAt, damage }) => madeAt !== null && damage.length === 0)
  const hours = newest?.madeAt ? Math.floor((clock().getTime() - Date.parse(newest.madeAt)) / hour) : undefined
  const text =
    hours === undefined
      ? `There is no backup in ${folder} yet.`
      : `The newest in ${folder} is ${hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`} old.`
  if (at !== undefined)
    return hours === undefined || hours > 26
      ? ['bad', `${text} BACKUP_AT should have made one since: see why the last failed in the console, under System.`]
      : ['ok', text]
  return hours === undefined || hours > 7 * 24
    ? ['look', `${text} Set BACKUP_AT to a time of day, and one is made every day.`]
    : ['ok', text]
}

/** Whether the database takes nothing new because it was copied to another. */
export function checkMove(context: DoctorContext): Promise<Finding> {
  return asOwner(
    context,
    async (client): Promise<Finding> =>
      (await isReadOnly(client))
        ? [
            'bad',
            'everything can be read and nothing new is taken, because this database was copied to another. Start the portal on that one; or stay with this one: npm run portal -- copy-to-cancel',
          ]
        : ['ok', 'the database is not being moved.'],
  )
}
