import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadChunk } from './chunk.ts'

/** A component that may still have to be fetched. */
export type Part<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches it ahead, as when a pointer comes near. */
  load: () => void
}

/**
 * A component whose code is fetched ahead by `load`, or else when it is first drawn. Until it is there `Instead` stands
 * in its place, or nothing. React's own `lazy` would show it up to 300 ms late: so long React keeps what a boundary
 * showed meanwhile, even when the code was there at once.
 */
export function part<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Instead?: ComponentType<Props>,
): Part<Props> {
  let Whole: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const get = () => {
    coming ??= loadChunk(fetch).then(
      (component) => {
        Whole = component
      },
      (error: unknown) => {
        // The next time it is drawn it is tried again.
        coming = undefined
        throw error
      },
    )
    return coming
  }
  function Place(props: Props): ReactNode {
    const [, setHere] = useState(false)
    const [fault, setFault] = useState<{ error: unknown }>()
    useEffect(() => {
      get().then(
        () => setHere(true),
        (error: unknown) => setFault({ error }),
      )
    }, [])
    if (fault) throw fault.error
    if (Whole) return <Whole {...props} />
    return Instead ? <Instead {...props} /> : null
  }
  return Object.assign(Place, { load: () => void get().catch(() => undefined) })
}
