import { useRef, useState } from 'react'

/** What a form calls at each edit, and when it is sent. */
export type Editing = {
  edited: () => void
  /** Returns what is to be called once it is in force. */
  sent: () => () => void
}

/**
 * The version of something that its form shows: the newest, until something is typed. Then it stays the one on which the
 * editing began, so that neither what is published nor what a colleague publishes replaces what was typed; until what was sent
 * is in force and nothing was typed meanwhile. Whoever gives the form a key takes it from this version.
 */
export function useShownVersion<Version>(newest: Version): Editing & { shown: Version } {
  const edits = useRef(0)
  const [begun, setBegun] = useState<{ on: Version }>()
  return {
    shown: begun ? begun.on : newest,
    edited: () => {
      edits.current += 1
      setBegun((now) => now ?? { on: newest })
    },
    sent: () => {
      const before = edits.current
      return () => {
        if (edits.current === before) setBegun(undefined)
      }
    },
  }
}
