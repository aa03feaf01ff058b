/** How far the page is scrolled after a navigation: from its top or to the target of its hash, as before, or as at this entry of the history. */
export type ScrollChange = 'top' | 'keep' | 'restore'

const storageKey = 'scrollPositions'
const maxPositions = 100

/** Pixels from the top, by the key of the entry of the browser's history; oldest first. */
const positions = readPositions()

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
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

export function applyScroll(change: ScrollChange, key: string, hash: string): void {
  const saved = change === 'restore' ? positions.get(key) : undefined
  const target = hash !== '' && saved === undefined ? document.getElementById(hash) : null
  if (change === 'keep') return
  if (target) target.scrollIntoView()
  else scrollTo({ top: saved ?? 0, behavior: 'instant' })
}
