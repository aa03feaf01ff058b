import { Eye } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CurrentViewing } from '#contract/console/viewing.ts'
import { Button } from '../ui/Button.tsx'
import { markEnded, onEnded, viewingEnded } from './current.ts'
import { endViewing } from './end-viewing.ts'

/**
 * What stands above the portal while staff see it as somebody sees it: who that is, until when, and the way out, in the
 * language of the console. Once it has ended, nothing of the portal is left.
 */
export function Banner({ viewing }: { viewing: CurrentViewing }): ReactNode {
  const ended = useSyncExternalStore(onEnded, viewingEnded)
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const timer = setTimeout(markEnded, Math.max(0, Date.parse(viewing.until) - Date.now()))
    return () => clearTimeout(timer)
  }, [viewing])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--banner', `${current.offsetHeight}px`))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const root = document.getElementById('root')
    if (ended && root) root.hidden = true
  }, [ended])
  const { words } = viewing
  const leave = () => {
    setLeaving(true)
    void endViewing()
  }
  return (
    <div
      ref={box}
      lang={viewing.language}
      dir={viewing.direction}
      className={ended ? 'grid min-h-dvh place-items-center' : ''}
    >
      <section
        aria-label={words.title}
        className={`flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-warn-bg px-4 py-2 text-center text-text ${ended ? 'rounded-control p-8' : 'border-b border-border'}`}
      >
        <p className="flex min-w-0 items-center gap-2" role={ended ? 'alert' : undefined}>
          <Eye aria-hidden size={18} className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{ended ? words.ended : words.seen}</span>
        </p>
        <Button size="small" pending={leaving} onClick={leave}>
          {ended ? words.back : words.end}
        </Button>
      </section>
    </div>
  )
}
