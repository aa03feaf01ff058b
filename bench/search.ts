import { accountsOf, requestsFor } from './asked.ts'
import { compare, figures } from './compare.ts'
import type { Data } from './data.ts'
import { atMost, type Finding } from './finding.ts'
import { say } from './say.ts'
import { startBare, startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

/** Search as somebody types in the largest account: each letter from the second on is a request. */
export async function searchAsYouType(data: Data, { rounds, seconds }: Settings): Promise<Finding[]> {
  const { largest } = await accountsOf(data, 200)
  const typed = await typedIn(data, largest)
  const servers = { portal: await startPortal(data), bare: await startBare(data) }
  try {
    const wanted = typed.map((text) => ({
      accountId: largest,
      path: `/api/search?limit=8&q=${encodeURIComponent(text)}`,
    }))
    const requests = await requestsFor(servers.portal, wanted)
    const compared = await compare(data, servers, requests, { connections: 1, seconds, rounds })
    const { portal, bare } = compared
    say(`search: ${figures(compared)}`)
    return [
      atMost(
        'search as you type in the largest account: p99 against bare',
        portal.p99 / bare.p99,
        2,
        figures(compared),
      ),
      {
        what: 'search as you type in the largest account: p50 and p99',
        measured: `${portal.p50.toFixed(1)} ms, ${portal.p99.toFixed(1)} ms`,
        more: `${typed.length} different inputs; aim 10 ms and 60 ms`,
      },
    ]
  } finally {
    await Promise.all([servers.portal.stop(), servers.bare.stop()])
  }
}

/** What people look for: numbers, their own references, articles by number and by name, and nothing that is there. */
async function typedIn({ owner }: Data, accountId: string): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select text from (
  (select number as text from documents where account_id = $1 and hashtext(number) % 97 = 0 order by hashtext(number) limit 20)
  union all
  (select customer_reference from documents where account_id = $1 and customer_reference is not null and hashtext(number) % 89 = 0
    order by hashtext(number) limit 10)
  union all
  (select distinct sku from document_lines where account_id = $1 and sku is not null order by 1 limit 10)
  union all
  (select distinct lower(details ->> 'name') from document_lines where account_id = $1 and details ? 'name' order by 1 limit 20)
) t where text is not null`,
    [accountId],
  )
  const whole = [...rows.map(({ text }) => text.slice(0, 24)), 'quarzgetriebe', 'xq-000-nowhere']
  return whole.flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, place) => text.slice(0, place + 2)),
  )
}
