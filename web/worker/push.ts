/* Shows push notifications while no page is open, and opens the right page on a press. */

/** As server/notifications/push.ts writes it. */
type PushMessage = { title: string; body: string; path: string; tag: string; lang: string; dir: 'ltr' | 'rtl' }

type WaitableEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = WaitableEvent & { data: { json: () => unknown } | null }
type ClickEvent = WaitableEvent & { notification: Notification }
type Page = { url: string; focus: () => Promise<unknown> }

/** The parts of a service worker used here; the types of pages and of workers cannot be combined. */
type WorkerScope = {
  location: { origin: string }
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  clients: {
    matchAll: (of: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: ((name: 'push', listener: (event: PushEvent) => void) => void) &
    ((name: 'notificationclick', listener: (event: ClickEvent) => void) => void)
}

export function handlePushes(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => {
    const message = event.data?.json() as PushMessage | undefined
    if (!message) return
    const { title, body, path, tag, lang, dir } = message
    const options = { body, tag, lang, dir, icon: '/favicon.svg', data: { path } }
    event.waitUntil(worker.registration.showNotification(title, options))
  })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = event.notification.data as { path: string }
    event.waitUntil(openOrFocus(worker, path))
  })
}

/** Opens only addresses of the portal itself; a page that already shows the address is focused instead. */
async function openOrFocus({ clients, location }: WorkerScope, path: string): Promise<void> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const existing = pages.find((page) => page.url === url.href)
  await (existing ? existing.focus() : clients.openWindow(url.href))
}
