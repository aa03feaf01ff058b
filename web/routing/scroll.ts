/**
 * How far a page is scrolled after a navigation: from its top or to what its hash names (`top`), as the one before
 * (`keep`), or as it was at this entry of the browser's history (`restore`).
 */
export type ScrollChange = 'top' | 'keep' | 'restore'

const storageKey = 'scrollPositions'
const maxPositions = 100

/** Pixels from the top, by the key of the entry of the history; oldest first. */
const positions = readPositions()

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    // A browser that stores nothing, or something else, begins without positions.
    return new Map()
  }
}

/** Saves how far the page is scrolled, for the way back to this entry of the history and for a reload. */
export function saveScroll(key: string): void {
  positions.delete(key)
  positions.set(key, scrollY)
  const oldest = positions.keys().next().value
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
  } catch {
    // A browser that stores nothing forgets the position at a reload.
  }
}

/** Whether there is a position of this entry of the history. */
export const hasSavedScroll = (key: string): boolean => positions.has(key)

/** Scrolls the page that has just been rendered; `hash` is the id of a part of it, or empty. */
export function applyScroll(change: ScrollChange, key: string, hash: string): void {
  if (change === 'keep') return
  const saved = change === 'restore' ? positions.get(key) : undefined
  const part = saved === undefined && hash !== '' ? document.getElementById(hash) : null
  if (part) part.scrollIntoView()
  else scrollTo({ top: saved ?? 0, behavior: 'instant' })
}
