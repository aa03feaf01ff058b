import type { Pool } from 'pg'
import type { Address, AddressUse } from '#contract/company/addresses.ts'
import type { IngestParty } from '#contract/ingest/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

type OrderParties = Partial<Record<AddressUse, IngestParty | null>>

/**
 * The addresses that the supplier has stated, in its order, and the parties of the newest 100 orders, for members who
 * may see orders.
 */
export function readAddresses(
  viewerPool: Pool,
  viewer: Viewer,
): Promise<{ stated: Address[]; ordered: OrderParties[] }> {
  const values = [viewer.accountId]
  return readTogether(viewerPool, viewer, async (query) => {
    const [stated, ordered] = await Promise.all([
      query<Address>({
        name: 'company:addresses',
        text: 'select use, code, party from account_addresses where account_id = $1 order by use desc, position',
        values,
      }),
      viewer.permissions.has('orders.read')
        ? query<OrderParties>({
            name: 'company:ordered-addresses',
            text: `select details->'shipTo' as "shipTo", details->'billTo' as "billTo" from documents
where account_id = $1 and type = 'orders' order by list_date desc, id desc limit 100`,
            values,
          })
        : null,
    ])
    return { stated: stated.rows, ordered: ordered?.rows ?? [] }
  })
}
