import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { type ActiveOptions, isActive } from './active.ts'
import { useLocation, useNavigate } from './hooks.ts'
import { useRouter } from './RouterProvider.tsx'
import type { NavigateOptions } from './router.ts'
import type { Target } from './routes.ts'

export type LinkProps = Target &
  NavigateOptions & { activeOptions?: ActiveOptions; ref?: Ref<HTMLAnchorElement>; children?: ReactNode } & Omit<
    AnchorHTMLAttributes<HTMLAnchorElement>,
    'href' | 'search'
  >

/** Milliseconds for which a pointer rests on a link before its page is loaded ahead. */
const preloadDelay = 50

/** A link to a page of this application, which is loaded ahead when a pointer or the focus comes to it. */
export function Link(props: LinkProps): ReactNode {
  const { to, params, search, hash, replace, resetScroll, activeOptions, children, ...attributes } = props
  const target = { to, params, search, hash } as Target
  const router = useRouter()
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const href = router.hrefOf(target)
  const isCurrent = useLocation((location) => isActive(target, location, activeOptions))
  const preload = () => {
    timer.current ??= setTimeout(() => router.preload(target), preloadDelay)
  }
  const stopPreload = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    attributes.onClick?.(event)
    const isOwn = !attributes.target && attributes.download === undefined
    if (event.defaultPrevented || !isOwn || event.button !== 0 || hasModifier(event)) return
    event.preventDefault()
    void navigate({ ...target, ...(replace ? { replace } : {}), ...(resetScroll === false ? { resetScroll } : {}) })
  }
  return (
    <a
      {...attributes}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      href={href}
      onClick={onClick}
      onFocus={preload}
      onMouseEnter={preload}
      onTouchStart={preload}
      onMouseLeave={stopPreload}
      onBlur={stopPreload}
    >
      {children}
    </a>
  )
}

/** Goes to another page as soon as it is rendered. */
export function Navigate(target: Target & NavigateOptions): null {
  const navigate = useNavigate()
  const first = useRef(target)
  useEffect(() => void navigate(first.current), [navigate])
  return null
}

const hasModifier = ({ metaKey, ctrlKey, altKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || altKey || shiftKey
