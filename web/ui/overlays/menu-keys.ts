/* How keys go through an open menu, as the ARIA Authoring Practices describe it. */

/** Milliseconds after which a key begins a new word instead of continuing the one typed before. */
const typingPause = 700

/** The entries that can be chosen, in their order. */
export function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
}

/** The index of the item that a key leads to; undefined for keys that lead nowhere. -1 is no item. */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (Math.max(current, 0) + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Without accents and capitals, which nobody types to find an entry. */
const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A function that takes each typed character and returns the index of the label which begins with what was typed. */
export function typeAhead(): (
  character: string,
  at: number,
  labels: readonly string[],
  current: number,
) => number | undefined {
  let typed = ''
  let typedAt = Number.NEGATIVE_INFINITY
  return (character, at, labels, current) => {
    typed = (at - typedAt < typingPause ? typed : '') + plain(character)
    typedAt = at
    if (typed === '') return undefined
    // One letter, or the same again, goes on to the next label that begins with it.
    const isRepeated = typed === typed.charAt(0).repeat(typed.length)
    const beginning = isRepeated ? typed.charAt(0) : typed
    const first = Math.max(current, 0) + (isRepeated && current >= 0 ? 1 : 0)
    const order = labels.map((_, index) => (first + index) % labels.length)
    return order.find((index) => plain(labels[index] ?? '').startsWith(beginning))
  }
}
