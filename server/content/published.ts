import type { Pool } from 'pg'
import type { ContentKind } from '#contract/console/content.ts'
import { type Language, languages } from '#contract/languages.ts'
import type { Listener } from '#database/listen.ts'
import { type RunningAnnouncement, selectRunning } from './announcement-queries.ts'
import { type SavedContent, selectInForce } from './queries.ts'

/** What staff have published and is in force, as this server holds it in memory. */
export type Published = {
  /** What was saved under a name; undefined: nothing, or it was taken back. */
  content: (kind: ContentKind, name: string, language?: string) => string | undefined
  /** The names of what was saved of a kind. */
  names: (kind: ContentKind) => readonly string[]
  /** What was saved under a name in each language: the same object until something else is published. */
  texts: (kind: ContentKind, name: string) => Partial<Record<Language, string>>
  announcements: () => readonly RunningAnnouncement[]
  /** The number of the reading that is in force: another one when anything may have changed. */
  reading: () => number
  /** Reads anew. Called when a change is committed, which has not failed when it cannot be read back: that is reported. */
  changed: () => Promise<void>
}

type Deps = { db: Pool; listener: Listener; clock: () => Date; onFailure: (error: unknown) => void }

/**
 * Reads what staff have published, and again whenever any server says that it has changed: what every page asks for
 * costs no query.
 */
export async function createPublished({ db, listener, clock, onFailure }: Deps): Promise<Published> {
  let saved: readonly SavedContent[] = []
  let running: readonly RunningAnnouncement[] = []
  let byPlace = new Map<string, Partial<Record<Language, string>>>()
  /** Counts readings, so that an earlier one that takes longer does not undo a later one. */
  let begun = 0
  let shown = 0

  async function read(): Promise<void> {
    begun += 1
    const reading = begun
    const [inForce, announced] = await Promise.all([selectInForce(db), selectRunning(db, clock())])
    if (reading < shown) return
    shown = reading
    saved = inForce
    running = announced
    byPlace = new Map()
  }

  const unsubscribed = listener.subscribe('content_changed', () => void read().catch(onFailure))
  await read().catch((error: unknown) => {
    unsubscribed()
    throw error
  })

  const content: Published['content'] = (kind, name, language = '') =>
    saved.find((one) => one.kind === kind && one.name === name && one.language === language)?.content
  return {
    content,
    names: (kind) => [...new Set(saved.filter((one) => one.kind === kind).map(({ name }) => name))],
    texts: (kind, name) => {
      const place = `${kind}/${name}`
      const known = byPlace.get(place)
      if (known) return known
      const texts: Partial<Record<Language, string>> = {}
      for (const language of languages) {
        const text = content(kind, name, language)
        if (text !== undefined) texts[language] = text
      }
      byPlace.set(place, texts)
      return texts
    },
    announcements: () => running,
    reading: () => shown,
    changed: () => read().catch(onFailure),
  }
}
