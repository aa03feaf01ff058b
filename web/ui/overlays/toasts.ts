export type Toast = {
  id: number
  tone: 'good' | 'warn' | 'bad'
  title: string
  text: string | null
  /** What the person can do about it; pressing it dismisses the toast. */
  action?: ToastAction | undefined
}
export type ToastAction = { label: string; run: () => void; onDismiss?: () => void }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast at the edge of the window; returns its id. A repeated toast replaces the earlier one; at most 4 are kept. */
export function showToast(
  tone: Toast['tone'],
  title: string,
  text: string | null = null,
  action: ToastAction | undefined = undefined,
): number {
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text)
  lastId += 1
  change([...others, { id: lastId, tone, title, text, action }].slice(-4))
  return lastId
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** The visible toasts, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** Calls `listener` at each change; returns a function that stops that. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
