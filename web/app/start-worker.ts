import type { QueryClient } from '@tanstack/react-query'
import { workerAddress } from '../api/offline-worker.ts'

/** Goes over to the newer program that waits. */
export type ApplyUpdate = () => void

const hour = 3_600_000

/**
 * Has the browser keep the program and what was opened last, for when there is no network. `offerUpdate` hears when a newer
 * program is at hand: it takes over only when the person says so.
 */
export async function startWorker(offerUpdate: (update: ApplyUpdate) => void, client: QueryClient): Promise<void> {
  const { serviceWorker } = navigator
  // Without https there is none.
  if (!serviceWorker) return
  const registration = await serviceWorker.register(workerAddress())
  const offerIfWaiting = (waiting: ServiceWorker | null) => {
    // The first one replaces nobody.
    if (!waiting || !serviceWorker.controller) return
    offerUpdate(() => {
      // Once it has put its house in order: a page that comes while it does so would wait for it. Another tab may have
      // said so before, or an even newer one have come.
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
  setInterval(() => void registration.update().catch(() => undefined), hour)
  if (!serviceWorker.controller) {
    // From now on it hears what is asked for: once more, so that what is on the screen is kept too.
    await serviceWorker.ready
    const loadedUrls = performance.getEntriesByType('resource').map(({ name }) => name)
    registration.active?.postMessage(loadedUrls)
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    await client.refetchQueries({ type: 'active' })
  }
}
