import { useState } from 'react'
import { useLocation } from '#web/routing/hooks.ts'

/** A person's position in a list: how far it was scrolled (px), and the number of the document that was opened. */
export type ScrollPosition = { offset: number; opened: string | null }

const scrollPositions = new Map<string, ScrollPosition>()
const maxPositions = 200

/** Saves a list's position for the way back to this entry of the browser's history. */
export function saveScrollPosition(key: string, change: Partial<ScrollPosition>): void {
  const position = { ...getScrollPosition(key), ...change }
  scrollPositions.delete(key)
  scrollPositions.set(key, position)
  const oldest = scrollPositions.keys().next().value
  if (scrollPositions.size > maxPositions && oldest !== undefined) scrollPositions.delete(oldest)
}

/** The saved position of a history entry; the start of the list for a new one. */
export function getScrollPosition(key: string): ScrollPosition {
  return scrollPositions.get(key) ?? { offset: 0, opened: null }
}

/** Whether a position is saved for this history entry. */
export function hasScrollPosition(key: string): boolean {
  return scrollPositions.has(key)
}

/**
 * A key for the current entry of the browser's history, which is the same again only on the way back or forward to it.
 * It does not change while another path is loading, so that the page being left is not rendered again.
 */
export function useHistoryEntryKey(path: string): string {
  const currentKey = useLocation(({ pathname, key }) => (pathname === path ? key : ''))
  const [shownKey, setShownKey] = useState(currentKey)
  if (currentKey === '' || currentKey === shownKey) return shownKey
  setShownKey(currentKey)
  return currentKey
}
