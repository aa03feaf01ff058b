import { viewingKey } from '#contract/console/viewing.ts'

/*
 * What the portal stores while staff see it as somebody sees it: in this tab alone, under names of its own, so that a
 * customer who is signed in in the same browser finds nothing of it. The build puts these in the place of the browser's
 * own (viewing.config.ts).
 */
const store = window.sessionStorage
const nameOf = (name: string) => `${viewingKey}.${name}`

/** In the place of `localStorage` and `sessionStorage`. */
export const tabStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (name) => store.getItem(nameOf(name)),
  setItem: (name, value) => store.setItem(nameOf(name), value),
  removeItem: (name) => store.removeItem(nameOf(name)),
}

/** Forgets all that the portal has stored here. */
export function clearTabStorage(): void {
  for (const name of Object.keys(store)) if (name.startsWith(viewingKey)) store.removeItem(name)
}

/** In the place of `BroadcastChannel`: no other tab is told anything, and none is heard. */
export class SilentChannel extends EventTarget {
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
  }
  postMessage(): void {
    // Nobody hears it.
  }
}
