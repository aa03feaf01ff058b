import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../Button.tsx'
import { t } from '../text.ts'
import { useFreePosition } from './toast-place.ts'
import { currentToasts, dismissToast, type Toast, watchToasts } from './toasts.ts'

const icons = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }
const colours = { good: 'text-good', warn: 'text-warn', bad: 'text-bad' }

/** The toasts, 400 px wide, announced as they appear, above whatever is open but over no button. */
export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, currentToasts)
  const region = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = region.current
    if (!element || toasts.length === 0) return
    // Entering the top layer anew puts the toasts above a drawer that was opened meanwhile.
    element.hidePopover()
    element.showPopover()
  }, [toasts])
  useFreePosition(region, toasts)
  // Outside the page, which is hidden from screen readers while a drawer is open.
  return createPortal(
    <section
      ref={region}
      popover="manual"
      aria-label={t('toast.region')}
      aria-live="polite"
      className="fixed inset-auto m-0 w-[400px] max-w-[calc(100vw-32px)] space-y-2 bg-transparent p-0 text-text"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    document.body,
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    // An error stays until it is dismissed; other toasts disappear by themselves.
    if (paused || toast.tone === 'bad') return
    const timer = setTimeout(() => dismissToast(toast.id), 7000)
    return () => clearTimeout(timer)
  }, [paused, toast])
  const Icon = icons[toast.tone]
  return (
    <div
      role="presentation"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="float-in flex gap-3 rounded-card border border-border bg-float p-3 ps-4 shadow-float"
    >
      <Icon aria-hidden size={20} className={`mt-1.5 shrink-0 ${colours[toast.tone]}`} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium">{toast.title}</p>
        {toast.text && <p className="break-words text-muted">{toast.text}</p>}
        {toast.action && (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              dismissToast(toast.id)
              toast.action?.run()
            }}
          >
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton
        label={t('toast.dismiss')}
        tooltip="none"
        onClick={() => {
          dismissToast(toast.id)
          toast.action?.onDismiss?.()
        }}
      >
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  )
}
