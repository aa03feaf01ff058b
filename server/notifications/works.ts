import type { Db } from './announce-queries.ts'
import type { WantedJob } from './errands.ts'
import { type PushJobDeps, pushNotice } from './push.ts'
import { type RemindDeps, remindAccount } from './remind.ts'
import { mailDigest, type TellDeps, tellAccount } from './tell.ts'

export type WorkDeps = TellDeps & RemindDeps & PushJobDeps

type Job = { data: Readonly<Record<string, string>> }
type Work = (job: Job, client: Db) => Promise<void>

/** What is done of each kind of job that notifications have, in the transaction of the job. */
export function noticeWorks(deps: WorkDeps): Record<WantedJob['name'], Work> {
  return {
    tell: ({ data }, client) => tellAccount(deps, client, given(data, 'accountId')),
    remind: ({ data }, client) => remindAccount(deps, client, given(data, 'accountId')),
    digest: ({ data }, client) => mailDigest(deps, client, given(data, 'accountId'), given(data, 'userId')),
    push: ({ data }, client) =>
      pushNotice(deps, client, {
        accountId: given(data, 'accountId'),
        sessionId: given(data, 'sessionId'),
        userId: given(data, 'userId'),
        id: given(data, 'id'),
      }),
  }
}

function given(data: Job['data'], name: string): string {
  const value = data[name]
  if (value === undefined) throw new TypeError(`A job came without ${name}`)
  return value
}
