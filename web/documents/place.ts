import { type ParsedLocation, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** Where a person was in a list: how far it was scrolled, and the row that was opened or pointed at by the keyboard. */
export type Place = { offset: number; row: number | null }

const places = new Map<string, Place>()
const most = 200

/** Remembers the place of a list for the way back to this entry of the browser's history. */
export function keepPlace(key: string, change: Partial<Place>): void {
  const place = { offset: 0, row: null, ...places.get(key), ...change }
  places.delete(key)
  places.set(key, place)
  const oldest = places.keys().next().value
  if (places.size > most && oldest !== undefined) places.delete(oldest)
}

/** The kept place of an entry; the start of the list for one that is new. */
export function placeOf(key: string): Place {
  return places.get(key) ?? { offset: 0, row: null }
}

/** Whether a list was in sight at this entry before. */
export function hasPlace(key: string): boolean {
  return places.has(key)
}

/**
 * Names the current entry of the browser's history: the same again only on the way back or forth to it. It stays what it
 * was once another path is on its way, so that a page that is left is not drawn anew for it.
 */
export function useEntryKey(path: string): string {
  const keyOf = ({ pathname, state, href }: ParsedLocation) => (pathname === path ? (state.__TSR_key ?? href) : '')
  const now = useRouterState({ select: ({ location }) => keyOf(location) })
  const [shown, setShown] = useState(now)
  if (now === '' || now === shown) return shown
  setShown(now)
  return now
}
