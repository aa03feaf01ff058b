import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from './chunk.ts'
import { InlineLoadFailure, LoadFailureToast } from './LoadFailure.tsx'

/** A component that may still have to be fetched. */
export type LazyComponent<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches it ahead, as when a pointer comes near. */
  load: () => void
}

/**
 * What happens when the code cannot be fetched: `page` leaves it to the page's own error screen, for what is the page;
 * `message` says so beside the page, for what opens something; `inside` says so in its place; `nothing` goes without.
 */
export type LoadFailureDisplay = 'page' | 'message' | 'inside' | 'nothing'

/** How it went the last time; each time another object. */
type LoadOutcome = { failed: false } | { failed: true; error: unknown }

type LazyOptions<Props extends object> = {
  /** Stands in its place until it is there. */
  fallback?: ComponentType<Props>
  failureDisplay: LoadFailureDisplay
}

/** Code that is fetched once, and once more after each failure. */
type LazySource<Props extends object> = LazyOptions<Props> & {
  get: () => Promise<void>
  loaded: () => ComponentType<Props> | undefined
}

/**
 * A component whose code is fetched ahead by `load`, or else when it is first drawn. React's own `lazy` would show it up
 * to 300 ms late: so long React keeps what a boundary showed meanwhile, even when the code was there at once.
 */
export function lazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  options: LazyOptions<Props>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<void> | undefined
  const get = () => {
    pending ??= loadChunk(importComponent).then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        // The next time it is drawn it is tried again.
        pending = undefined
        throw error
      },
    )
    return pending
  }
  const source: LazySource<Props> = { ...options, get, loaded: () => loaded }
  return Object.assign((props: Props) => <LazyRenderer source={source} props={props} />, {
    load: () => void get().catch(() => undefined),
  })
}

type LazyRendererProps<Props extends object> = { source: LazySource<Props>; props: Props }

function LazyRenderer<Props extends object>({ source, props }: LazyRendererProps<Props>): ReactNode {
  const [outcome, setOutcome] = useState<LoadOutcome>({ failed: false })
  useEffect(() => reportOutcome(source.get(), setOutcome), [source])
  const Loaded = source.loaded()
  if (Loaded) return <Loaded {...props} />
  const { fallback: Fallback, failureDisplay } = source
  if (!outcome.failed) return Fallback ? <Fallback {...props} /> : null
  if (failureDisplay === 'page') throw outcome.error
  if (failureDisplay === 'nothing') return null
  const { onClose } = props as { onClose?: () => void }
  const Failure = failureDisplay === 'inside' ? InlineLoadFailure : LoadFailureToast
  return <Failure of={outcome} onRetry={() => reportOutcome(source.get(), setOutcome)} onClose={onClose} />
}

function reportOutcome(pending: Promise<void>, report: (outcome: LoadOutcome) => void): void {
  pending.then(
    () => report({ failed: false }),
    (error: unknown) => report({ failed: true, error }),
  )
}
