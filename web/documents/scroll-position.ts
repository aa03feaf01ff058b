import { type ParsedLocation, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** Where a person was in a list: how far it was scrolled, and the row that was opened or pointed at by the keyboard. */
export type ScrollPosition = { offset: number; row: number | null }

const scrollPositions = new Map<string, ScrollPosition>()
const maxPositions = 200

/** Remembers the place of a list for the way back to this entry of the browser's history. */
export function saveScrollPosition(key: string, change: Partial<ScrollPosition>): void {
  const position = { offset: 0, row: null, ...scrollPositions.get(key), ...change }
  scrollPositions.delete(key)
  scrollPositions.set(key, position)
  const oldest = scrollPositions.keys().next().value
  if (scrollPositions.size > maxPositions && oldest !== undefined) scrollPositions.delete(oldest)
}

/** The kept place of an entry; the start of the list for one that is new. */
export function getScrollPosition(key: string): ScrollPosition {
  return scrollPositions.get(key) ?? { offset: 0, row: null }
}

/** Whether a list was in sight at this entry before. */
export function hasScrollPosition(key: string): boolean {
  return scrollPositions.has(key)
}

/**
 * Names the current entry of the browser's history: the same again only on the way back or forth to it. It stays what it
 * was once another path is on its way, so that a page that is left is not drawn anew for it.
 */
export function useHistoryEntryKey(path: string): string {
  const entryKeyOf = ({ pathname, state, href }: ParsedLocation) => (pathname === path ? (state.__TSR_key ?? href) : '')
  const currentKey = useRouterState({ select: ({ location }) => entryKeyOf(location) })
  const [shownKey, setShownKey] = useState(currentKey)
  if (currentKey === '' || currentKey === shownKey) return shownKey
  setShownKey(currentKey)
  return currentKey
}
