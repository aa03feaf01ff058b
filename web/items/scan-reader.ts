/** A scanner's characters are a few milliseconds apart; no person types so fast for so long. */
const maxKeyIntervalMs = 80
const minScanLength = 4

/** The GS1 group separator, which scanners send as Ctrl+]. */
export const groupSeparator = '\u001d'

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>
type KeyReading = { consumed: boolean; scanned: string | null }

/** The character that a key types; null for a key that types none. */
export function typedCharacter({ key, ctrlKey, metaKey, altKey }: Omit<Key, 'timeStamp'>): string | null {
  if (key === groupSeparator || (ctrlKey && !metaKey && !altKey && key === ']')) return groupSeparator
  // AltGr is reported as Ctrl+Alt, but types a character.
  return [...key].length === 1 && !metaKey && ctrlKey === altKey ? key : null
}

/**
 * Returns a function that joins keys arriving as fast as a scanner types. For each key it returns whether the key
 * belongs to a scan (`consumed`), and the scanned text once Enter or Tab ends it. Keys in a field are left alone.
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
    // Keys such as Shift and Ctrl come between the characters of a scan.
    if (character === null) return notScanned
    const continuesScan = isFast && text !== ''
    text = continuesScan ? text + character : character
    lastKeyTime = event.timeStamp
    return { consumed: continuesScan, scanned: null }
  }
}
