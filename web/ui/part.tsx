import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from './chunk.ts'
import { FaultInside, FaultMessage } from './PartFault.tsx'

/** A component that may still have to be fetched. */
export type Part<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches it ahead, as when a pointer comes near. */
  load: () => void
}

/**
 * What happens when the code cannot be fetched: `page` leaves it to the page's own error screen, for what is the page;
 * `message` says so beside the page, for what opens something; `inside` says so in its place; `nothing` goes without.
 */
export type Missing = 'page' | 'message' | 'inside' | 'nothing'

/** How it went the last time; each time another object. */
type Came = { failed: false } | { failed: true; error: unknown }

type Options<Props extends object> = {
  /** Stands in its place until it is there. */
  instead?: ComponentType<Props>
  missing: Missing
}

/** Code that is fetched once, and once more after each failure. */
type Source<Props extends object> = Options<Props> & {
  get: () => Promise<void>
  whole: () => ComponentType<Props> | undefined
}

/**
 * A component whose code is fetched ahead by `load`, or else when it is first drawn. React's own `lazy` would show it up
 * to 300 ms late: so long React keeps what a boundary showed meanwhile, even when the code was there at once.
 */
export function part<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  options: Options<Props>,
): Part<Props> {
  let whole: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const get = () => {
    coming ??= loadChunk(fetch).then(
      (component) => {
        whole = component
      },
      (error: unknown) => {
        // The next time it is drawn it is tried again.
        coming = undefined
        throw error
      },
    )
    return coming
  }
  const source: Source<Props> = { ...options, get, whole: () => whole }
  return Object.assign((props: Props) => <Place source={source} props={props} />, {
    load: () => void get().catch(() => undefined),
  })
}

type PlaceProps<Props extends object> = { source: Source<Props>; props: Props }

function Place<Props extends object>({ source, props }: PlaceProps<Props>): ReactNode {
  const [came, setCame] = useState<Came>({ failed: false })
  useEffect(() => attempt(source.get(), setCame), [source])
  const Whole = source.whole()
  if (Whole) return <Whole {...props} />
  const { instead: Instead, missing } = source
  if (!came.failed) return Instead ? <Instead {...props} /> : null
  if (missing === 'page') throw came.error
  if (missing === 'nothing') return null
  const { onClose } = props as { onClose?: () => void }
  const Fault = missing === 'inside' ? FaultInside : FaultMessage
  return <Fault of={came} onRetry={() => attempt(source.get(), setCame)} onClose={onClose} />
}

function attempt(coming: Promise<void>, tell: (came: Came) => void): void {
  coming.then(
    () => tell({ failed: false }),
    (error: unknown) => tell({ failed: true, error }),
  )
}
