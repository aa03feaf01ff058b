import type { QueryClient } from '@tanstack/react-query'
import { workerAddress } from '../api/offline-worker.ts'

/** Switches to the newer version that waits. */
export type ApplyUpdate = () => void

const hour = 3_600_000

/**
 * Registers the service worker, which caches the program and the data opened last for use without a network. Calls
 * `offerUpdate` when a newer version is ready: it takes over only when the person agrees.
 */
export async function startWorker(offerUpdate: (update: ApplyUpdate) => void, client: QueryClient): Promise<void> {
  const { serviceWorker } = navigator
  // Without https there are no service workers.
  if (!serviceWorker) return
  const registration = await serviceWorker.register(workerAddress())
  const offerIfWaiting = (waiting: ServiceWorker | null) => {
    // The first worker replaces no other.
    if (!waiting || !serviceWorker.controller) return
    offerUpdate(() => {
      // Reload only after activation: a page that loads earlier would wait for it. Another tab may have started the
      // update already, or an even newer version may have replaced this one.
      const reload = () => ['activated', 'redundant'].includes(waiting.state) && location.reload()
      waiting.addEventListener('statechange', reload)
      waiting.postMessage('update')
      reload()
    })
  }
  const watchInstall = (installing: ServiceWorker | null) =>
    installing?.addEventListener(
      'statechange',
      () => installing.state === 'installed' && offerIfWaiting(registration.waiting),
    )
  offerIfWaiting(registration.waiting)
  watchInstall(registration.installing)
  registration.addEventListener('updatefound', () => watchInstall(registration.installing))
  // Without the network there is nothing newer; it is looked for again in an hour.
  setInterval(() => void registration.update().catch(() => undefined), hour)
  if (!serviceWorker.controller) {
    // From now on the worker sees every request: the queries on the screen are repeated so that it caches their replies
    // too.
    await serviceWorker.ready
    const loadedUrls = performance.getEntriesByType('resource').map(({ name }) => name)
    registration.active?.postMessage(loadedUrls)
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    await client.refetchQueries({ type: 'active' })
  }
}
