export type Toast = {
  id: number
  tone: 'good' | 'warn' | 'bad'
  title: string
  text: string | null
  /** What can be done about it: pressing it takes the message away. */
  action?: ToastAction | undefined
}
export type ToastAction = { label: string; run: () => void }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message at the edge of the window. The same message twice is shown once. */
export function showToast(
  tone: Toast['tone'],
  title: string,
  text: string | null = null,
  action: ToastAction | undefined = undefined,
): void {
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text)
  lastId += 1
  change([...others, { id: lastId, tone, title, text, action }].slice(-4))
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** The messages in sight, oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** Calls `listener` at each change; gives the way to stop that. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
