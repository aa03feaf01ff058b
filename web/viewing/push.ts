import type { PushOutcome } from '../api/push.ts'

/* In the place of web/api/push.ts: this is not the browser of the person. */

export const canPush = false

export async function turnOnPush(): Promise<PushOutcome> {
  return 'failed'
}

export async function turnOffPush(): Promise<void> {
  // It was never on here.
}
