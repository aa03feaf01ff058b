import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNotFound, makeFolder, replaceFile } from '../files.ts'

/*
 * Which portal an archive belongs to. Portals may share a folder of archives, also from machines on which their other
 * folders have the same paths. So a folder of backups has an id, and so has each archive that goes on from backups in it; a
 * portal that is restored from these backups still owns its earlier archives.
 */

/** The file with the id, in a folder of backups and in an archive. */
const ownerFile = 'owner.json'

/** The id of the folder of backups that an archive belongs to; undefined: none is noted, as by earlier versions. */
export async function readOwner(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, ownerFile), 'utf8').catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as { id: string }).id
}

/** Notes which folder of backups an archive belongs to. */
export async function writeOwner(folder: string, id: string): Promise<void> {
  await replaceFile(join(folder, ownerFile), `${JSON.stringify({ id })}\n`)
}

/** The id of a folder of backups, which is made, or gets one, when it has none. */
export async function ownerOfBackups(backups: string): Promise<string> {
  const known = await readOwner(backups)
  if (known !== undefined) return known
  const id = randomBytes(16).toString('hex')
  await makeFolder(backups)
  await writeOwner(backups, id)
  return id
}
