import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '../ui/after-paint.ts'
import { useRouter } from './RouterProvider.tsx'

/** Moves the focus to the new page, so that keyboard and screen reader start there and not where the old page ended. */
export function useFocusOnRouteChange(pathname: string): RefObject<HTMLElement | null> {
  const router = useRouter()
  const main = useRef<HTMLElement>(null)
  const lastPathname = useRef(pathname)
  const hasTypedOn = useRef(false)
  useEffect(() => {
    const onInput = () => {
      hasTypedOn.current = true
    }
    addEventListener('input', onInput, true)
    const unsubscribe = router.subscribe('beforeNavigate', () => {
      hasTypedOn.current = false
    })
    return () => {
      removeEventListener('input', onInput, true)
      unsubscribe()
    }
  }, [router])
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    const before = document.activeElement
    // Focusing forces a layout, so the page is painted first. An element that took the focus meanwhile keeps it, and so
    // does a field in which the person types on.
    void afterPaint().then(() => {
      const { activeElement, body } = document
      // What was pressed in a page that changes in place is still there, and is pressed again.
      if (router.match()?.route?.route.changesInPlace && main.current?.contains(activeElement)) return
      if (!hasTypedOn.current && [before, body].includes(activeElement)) main.current?.focus({ preventScroll: true })
    })
  }, [router, pathname])
  return main
}
