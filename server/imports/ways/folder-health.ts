import type { Pool } from 'pg'
import { deleteFolders, type FolderLook, noteFolderLooks, selectFolderNames } from './queries.ts'
import { explainFolder } from './ways.ts'

/** Milliseconds after which a look that came to the same is noted again. */
const noteEvery = 60_000

/** Notes for staff how the watched folder goes: at once when that has changed, and else once a minute. */
export function createFolderHealth({ db, clock }: { db: Pool; clock: () => Date }, folder: string) {
  let noted = { state: '', at: 0 }

  /** `looks`: what a look came to, by the folders of profiles that are there; or why there is none to be seen. */
  async function note(looks: readonly FolderLook[] | { error: unknown }): Promise<void> {
    const now = clock()
    const state = JSON.stringify('error' in looks ? explainFolder(folder, looks.error) : looks)
    if (state === noted.state && now.getTime() - noted.at < noteEvery) return
    const names = await selectFolderNames(db)
    const failed = (failure: string) => (profile: string) => ({ profile, failure })
    if ('error' in looks) {
      await noteFolderLooks(db, names.map(failed(explainFolder(folder, looks.error))), now.toISOString())
    } else {
      const absent = names.filter((name) => !looks.some(({ profile }) => profile === name))
      await deleteFolders(db, absent)
      const watched = (await selectFolderNames(db)).filter((name) => absent.includes(name))
      const gone = watched.map((name) => ({
        profile: name,
        failure: `${folder}/${name} is not there: make the folder.`,
      }))
      await noteFolderLooks(db, [...looks, ...gone], now.toISOString())
    }
    noted = { state, at: now.getTime() }
  }

  return { note }
}
