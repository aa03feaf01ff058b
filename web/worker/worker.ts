import { handlePushes } from './push.ts'

/* The service worker of the portal: what the browser runs while no page is open. */

handlePushes(self as unknown as Parameters<typeof handlePushes>[0])
