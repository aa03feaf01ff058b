/** Between two characters of a scanner pass a few milliseconds; no person types so fast for so long. */
const maxKeyIntervalMs = 80
const minScanLength = 4

/** GS1's separator, which scanners send as Ctrl+]. */
export const groupSeparator = '\u001d'

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>
type KeyReading = { consumed: boolean; scanned: string | null }

/** What a key types; null for one that types nothing. */
export function typedCharacter({ key, ctrlKey, metaKey, altKey }: Omit<Key, 'timeStamp'>): string | null {
  if (key === groupSeparator || (ctrlKey && !metaKey && !altKey && key === ']')) return groupSeparator
  // AltGr is Ctrl+Alt, and types.
  return [...key].length === 1 && !metaKey && ctrlKey === altKey ? key : null
}

/**
 * Puts keys together that come as fast as a scanner types. Of each key: whether it belongs to a scan (`taken`), and what was
 * scanned once Enter or Tab ends it. Keys meant for a field are left alone.
 */
export function createScanReader(): (event: Key, inField: boolean) => KeyReading {
  let text = ''
  let lastKeyTime = Number.NEGATIVE_INFINITY
  return (event, inField) => {
    const isFast = event.timeStamp - lastKeyTime <= maxKeyIntervalMs
    const notScanned = { consumed: false, scanned: null }
    if (inField) {
      text = ''
      return notScanned
    }
    if (event.key === 'Enter' || event.key === 'Tab') {
      const scanned = isFast && text.length >= minScanLength ? text : null
      text = ''
      return { consumed: scanned !== null, scanned }
    }
    const character = typedCharacter(event)
    // Shift, Ctrl and the like come between the characters of a scan.
    if (character === null) return notScanned
    const continuesScan = isFast && text !== ''
    text = continuesScan ? text + character : character
    lastKeyTime = event.timeStamp
    return { consumed: continuesScan, scanned: null }
  }
}
