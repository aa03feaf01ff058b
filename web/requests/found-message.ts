import { useEffect } from 'react'
import { useLocation } from '../routing/hooks.ts'

/** The id that an address names behind its #, of a message or of a request. */
const elementId = (id: string) => `message-${id}`

type FoundMessageOptions = {
  /** The number of what the conversation is about. */
  number: string
  /** The ids of what is shown. */
  ids: readonly string[]
  /** Shows what was written before; undefined when all is there or on its way. */
  showEarlier: (() => void) | undefined
}

/**
 * Brings the message that the address names into view, once it is there: earlier ones are shown for it. Returns the
 * attributes of the element of each.
 */
export function useFoundMessage({ number, ids, showEarlier }: FoundMessageOptions) {
  const hash = useLocation((location) => location.hash)
  const [named = '', namedNumber = number] = hash.split('/')
  const isNamed = (id: string) => named === elementId(id)
  const found = ids.find(isNamed)
  useEffect(() => {
    if (found === undefined) return
    const element = document.getElementById(elementId(found))
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'center' })
  }, [found])
  const isSought = named.startsWith(elementId('')) && namedNumber === number && found === undefined
  useEffect(() => {
    if (isSought) showEarlier?.()
  }, [isSought, showEarlier])
  return (id: string) => ({
    id: elementId(id),
    tabIndex: -1,
    className: isNamed(id) ? 'rounded-control bg-brand-tint ring-4 ring-brand-tint outline-none' : 'outline-none',
  })
}
