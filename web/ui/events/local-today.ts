import { useSyncExternalStore } from 'react'
import { localDate } from '../format.ts'

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000)
  return () => clearInterval(timer)
}

/**
 * Today's date, YYYY-MM-DD, where the person is, by which the day of a moment is today's or yesterday's. What is due or
 * late is so by the supplier's, `useToday`.
 */
export function useLocalToday(): string {
  return useSyncExternalStore(everyMinute, () => localDate(new Date()))
}
