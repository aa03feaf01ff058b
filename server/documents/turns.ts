import { PortalError, sentence } from '../../contract/errors.ts'

/** What one person may have going at once. */
export type Turns = (userId: string) => () => void

/** Gives each person so many turns at once; who has one gives it back when done. Raises too_many_requests. */
export function createTurns(most: number): Turns {
  const taken = new Map<string, number>()
  return (userId) => {
    const now = taken.get(userId) ?? 0
    if (now >= most) throw new PortalError('too_many_requests', sentence('export.several'), { retryAfter: 5 })
    taken.set(userId, now + 1)
    let held = true
    return () => {
      if (!held) return
      held = false
      const left = (taken.get(userId) ?? 1) - 1
      if (left > 0) taken.set(userId, left)
      else taken.delete(userId)
    }
  }
}
