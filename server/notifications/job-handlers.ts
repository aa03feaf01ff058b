import type { Db } from '#database/transaction.ts'
import { mailDigest, type NotifyDeps, notifyAccount } from './notify.ts'
import { type PushJobDeps, pushNotice } from './push.ts'
import { type RemindDeps, remindAccount } from './remind.ts'
import type { NotificationJob } from './scheduled-tasks.ts'

export type NotificationJobDeps = NotifyDeps & RemindDeps & PushJobDeps

type Job = { data: Readonly<Record<string, string>> }
type Handler = (job: Job, client: Db) => Promise<void>

/** The handler of each kind of notification job; it runs in the transaction of the job. */
export function notificationJobHandlers(deps: NotificationJobDeps): Record<NotificationJob['name'], Handler> {
  return {
    notify: ({ data }, client) => notifyAccount(deps, client, requiredField(data, 'accountId')),
    remind: ({ data }, client) => remindAccount(deps, client, requiredField(data, 'accountId')),
    digest: ({ data }, client) =>
      mailDigest(deps, client, requiredField(data, 'accountId'), requiredField(data, 'userId')),
    push: ({ data }, client) =>
      pushNotice(deps, client, {
        accountId: requiredField(data, 'accountId'),
        sessionId: requiredField(data, 'sessionId'),
        userId: requiredField(data, 'userId'),
        id: requiredField(data, 'id'),
      }),
  }
}

function requiredField(data: Job['data'], name: string): string {
  const value = data[name]
  if (value === undefined) throw new TypeError(`A job came without ${name}`)
  return value
}
