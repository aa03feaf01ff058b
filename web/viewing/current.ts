import type { CurrentViewing } from '#contract/console/viewing.ts'
import { viewingKey } from '#contract/console/viewing.ts'

/** The viewing of this tab, as the console left it; undefined when there is none. */
function read(): CurrentViewing | undefined {
  const stored = window.sessionStorage.getItem(viewingKey)
  return stored === null ? undefined : (JSON.parse(stored) as CurrentViewing)
}

export const current: CurrentViewing | undefined = read()

let hasEnded = false
const listeners = new Set<() => void>()

/** Whether the server has said that the viewing is over. */
export const viewingEnded = (): boolean => hasEnded

/** Notes that the viewing is over. */
export function markEnded(): void {
  hasEnded = true
  for (const listener of listeners) listener()
}

/** Calls `listener` when the viewing is over, until the returned function is called. */
export function onEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
