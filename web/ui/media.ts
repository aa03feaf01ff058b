import { useEffect, useState } from 'react'

/**
 * Whether a media query holds, kept up to date. Paper is narrow, and what is put on it must be there at once: a page that
 * is printed keeps the layout in which it was read.
 */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches)
  useEffect(() => {
    const mediaQuery = window.matchMedia(query)
    const printQuery = window.matchMedia('print')
    const update = () => {
      if (!printQuery.matches) setMatches(mediaQuery.matches)
    }
    update()
    mediaQuery.addEventListener('change', update)
    return () => mediaQuery.removeEventListener('change', update)
  }, [query])
  return matches
}
