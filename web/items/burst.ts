/** Between two characters of a scanner pass a few milliseconds; no person types so fast for so long. */
const mostBetween = 80
const leastLength = 4

/** GS1's separator, which scanners send as Ctrl+]. */
export const groupSeparator = '\u001d'

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>
type Heard = { taken: boolean; scanned: string | null }

/** What a key types; null for one that types nothing. */
export function typedBy({ key, ctrlKey, metaKey, altKey }: Omit<Key, 'timeStamp'>): string | null {
  if (key === groupSeparator || (ctrlKey && !metaKey && !altKey && key === ']')) return groupSeparator
  // AltGr is Ctrl+Alt, and types.
  return [...key].length === 1 && !metaKey && ctrlKey === altKey ? key : null
}

/**
 * Puts keys together that come as fast as a scanner types. Of each key: whether it belongs to a scan (`taken`), and what was
 * scanned once Enter or Tab ends it. Keys meant for a field are left alone.
 */
export function burstReader(): (event: Key, inField: boolean) => Heard {
  let text = ''
  let last = Number.NEGATIVE_INFINITY
  return (event, inField) => {
    const isFast = event.timeStamp - last <= mostBetween
    const nothing = { taken: false, scanned: null }
    if (inField) {
      text = ''
      return nothing
    }
    if (event.key === 'Enter' || event.key === 'Tab') {
      const scanned = isFast && text.length >= leastLength ? text : null
      text = ''
      return { taken: scanned !== null, scanned }
    }
    const typed = typedBy(event)
    // Shift, Ctrl and the like come between the characters of a scan.
    if (typed === null) return nothing
    const goesOn = isFast && text !== ''
    text = goesOn ? text + typed : typed
    last = event.timeStamp
    return { taken: goesOn, scanned: null }
  }
}
