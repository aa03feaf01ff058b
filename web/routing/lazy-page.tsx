import type { ComponentType, ReactNode } from 'react'

type Loaded<Props> = { component: ComponentType<Props> } | { error: unknown }

/**
 * A page or a frame of pages whose code `load` brings, which has to be called before it is rendered. When that fails,
 * rendering throws the error; the next visit tries again.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ((props: Props) => ReactNode) & { load: () => Promise<void> } {
  let loaded: Loaded<Props> = { error: new Error('A page is rendered before it is loaded') }
  let pending: Promise<void> | undefined
  const get = async () => {
    try {
      loaded = { component: await load() }
    } catch (error) {
      loaded = { error }
      pending = undefined
    }
  }
  return Object.assign((props: Props) => render(loaded, props), {
    load: () => {
      pending ??= get()
      return pending
    },
  })
}

function render<Props extends object>(loaded: Loaded<Props>, props: Props): ReactNode {
  if ('error' in loaded) throw loaded.error
  const { component: Component } = loaded
  return <Component {...props} />
}
