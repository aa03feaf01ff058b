import { useEffect, useState } from 'react'

/**
 * Whether a media query holds, kept up to date. Paper is narrow, and what is put on it must be there at once: a page that
 * is printed keeps the layout in which it was read.
 */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches)
  useEffect(() => {
    const list = window.matchMedia(query)
    const paper = window.matchMedia('print')
    const look = () => {
      if (!paper.matches) setMatches(list.matches)
    }
    look()
    list.addEventListener('change', look)
    return () => list.removeEventListener('change', look)
  }, [query])
  return matches
}
