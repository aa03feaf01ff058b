/** In the place of web/app/start-worker.ts: nothing of what is seen is kept in this browser. */
export async function startWorker(): Promise<void> {
  // There is none.
}
