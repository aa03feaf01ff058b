import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from './chunk.ts'
import { loadWithTexts } from './load-texts.ts'
import { InlineLoadFailure, LoadFailureToast } from './states/LoadFailure.tsx'

/** A component whose code may not be loaded yet. */
export type LazyComponent<Props extends object> = ((props: Props) => ReactNode) & {
  /** Loads the code ahead, for example when a pointer comes near. Never fails: the component shows that it is missing. */
  load: () => Promise<void>
}

/**
 * What happens when the code cannot be loaded: `page` leaves it to the error screen, for a whole page; `message` shows
 * a toast, for what opens something; `inside` shows the failure in place; `nothing` shows nothing.
 */
export type LoadFailureDisplay = 'page' | 'message' | 'inside' | 'nothing'

/** The outcome of the last attempt; each attempt makes a new object. */
type LoadOutcome = { failed: false } | { failed: true; error: unknown }

type LazyOptions<Props extends object> = {
  /** Shown until the component is loaded. */
  fallback?: ComponentType<Props>
  failureDisplay: LoadFailureDisplay
}

/** Code that is loaded once, and again after each failure. */
type LazySource<Props extends object> = LazyOptions<Props> & {
  get: () => Promise<void>
  loaded: () => ComponentType<Props> | undefined
}

type PropsOf<Component> = Component extends (props: infer Props) => unknown
  ? Props extends object
    ? Props
    : object
  : never

/**
 * A component whose code and texts are loaded by `load`, or else when it first renders. React's own `lazy` would show it up to 300
 * ms late: React keeps the previous content of a boundary for that long, even when the code arrives at once.
 */
export function lazyComponent<Module extends object, Name extends keyof Module & string>(
  importModule: () => Promise<Module>,
  name: Name,
  {
    prepare,
    ...options
  }: LazyOptions<PropsOf<Module[Name]>> & {
    /** What the component waits for besides its code and texts. */
    prepare?: (module: Module) => Promise<void>
  },
): LazyComponent<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<void> | undefined
  const get = () => {
    pending ??= loadChunk(() => loadWithTexts(importModule, name))
      .then(async (module) => {
        await prepare?.(module)
        loaded = module[name] as ComponentType<Props>
      })
      .catch((error: unknown) => {
        // The next render tries again.
        pending = undefined
        throw error
      })
    return pending
  }
  const source: LazySource<Props> = { ...options, get, loaded: () => loaded }
  return Object.assign((props: Props) => <LazyRenderer source={source} props={props} />, {
    // Loading ahead; when the component is shown, it is loaded again and its error is shown.
    load: () => get().catch(() => undefined),
  })
}

type LazyRendererProps<Props extends object> = { source: LazySource<Props>; props: Props }

function LazyRenderer<Props extends object>({ source, props }: LazyRendererProps<Props>): ReactNode {
  const [outcome, setOutcome] = useState<LoadOutcome>({ failed: false })
  const Loaded = source.loaded()
  const isLoaded = Loaded !== undefined
  useEffect(() => {
    if (!isLoaded) reportOutcome(source.get(), setOutcome)
  }, [source, isLoaded])
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
