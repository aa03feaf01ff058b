import { PortalError, translatable } from '#contract/errors.ts'

/** Takes a slot for a person; returns its release. */
export type AcquireSlot = (userId: string) => () => void

/** Gives each person at most `limit` slots at once. Taking one throws too_many_requests when all are in use. */
export function createConcurrencyLimit(limit: number): AcquireSlot {
  const inUse = new Map<string, number>()
  return (userId) => {
    const current = inUse.get(userId) ?? 0
    if (current >= limit) throw new PortalError('too_many_requests', translatable('export.several'), { retryAfter: 5 })
    inUse.set(userId, current + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const remaining = (inUse.get(userId) ?? 1) - 1
      if (remaining > 0) inUse.set(userId, remaining)
      else inUse.delete(userId)
    }
  }
}
