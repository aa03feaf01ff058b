/* What the browser shows when something happened and no page is open, and where a press on it leads. */

/** As server/notifications/push.ts writes it. */
type PushMessage = { title: string; body: string; path: string; tag: string; lang: string; dir: 'ltr' | 'rtl' }

type WaitableEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = WaitableEvent & { data: { json: () => unknown } | null }
type ClickEvent = WaitableEvent & { notification: Notification }
type Page = { url: string; focus: () => Promise<unknown> }

/** As much of a service worker as this needs; the types of pages and of workers do not go together. */
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

/** Only an address of the portal's own; the page that shows it already comes to the front. */
async function openOrFocus({ clients, location }: WorkerScope, path: string): Promise<void> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const existing = pages.find((page) => page.url === url.href)
  await (existing ? existing.focus() : clients.openWindow(url.href))
}
