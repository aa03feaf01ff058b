import { startPush, stopPush } from '#contract/notifications/settings.ts'
import { logBackgroundError } from './background-error.ts'
import { call } from './call.ts'
import { workerAddress } from './offline-worker.ts'

export type PushOutcome = 'on' | 'denied' | 'failed'

/** Whether this browser can receive push messages while no page is open. */
export const canPush =
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && window.isSecureContext

/**
 * Asks the person for permission, subscribes at the browser's push service, and registers the subscription with the
 * portal.
 */
export async function turnOnPush(key: string): Promise<PushOutcome> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await navigator.serviceWorker.register(workerAddress(), { scope: '/' })
    const { pushManager } = await navigator.serviceWorker.ready
    const existing = await pushManager.getSubscription()
    // A subscription made with an earlier key of the portal receives nothing any more.
    if (existing && base64Url(existing.options.applicationServerKey) !== key) await existing.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    await call(startPush, {
      body: {
        endpoint: subscription.endpoint,
        p256dh: base64Url(subscription.getKey('p256dh')),
        auth: base64Url(subscription.getKey('auth')),
      },
    })
    return 'on'
  } catch (error) {
    logBackgroundError(error)
    return 'failed'
  }
}

/** Ends the push messages to this browser. */
export async function turnOffPush(): Promise<void> {
  await call(stopPush, {})
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

function base64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
