import type { Db } from './transaction.ts'

/** Has every open page of the console read anew what it shows, once the transaction commits. */
export async function notifyConsole(db: Db): Promise<void> {
  await db.query({ name: 'notify-console', text: `select pg_notify('console_changed', '')` })
}
