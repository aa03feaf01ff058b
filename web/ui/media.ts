import { useEffect, useState } from 'react'

/**
 * Whether a media query matches, kept up to date. Paper is narrow, and the print layout must be ready at once: a page
 * that is printed keeps the layout it has on the screen.
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
