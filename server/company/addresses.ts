import type { Pool } from 'pg'
import { type Address, type Addresses, addressUses, completeParty } from '#contract/company/addresses.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readAddresses } from './address-queries.ts'

/** Maximum number of different addresses taken from the newest orders. */
const maxAddresses = 12

/**
 * The delivery and billing addresses of the viewer's account: those that the supplier has stated, else those of the
 * newest orders.
 */
export async function listAccountAddresses(viewerPool: Pool, viewer: Viewer): Promise<Addresses> {
  const { stated, ordered } = await readAddresses(viewerPool, viewer)
  if (stated.length > 0) return { stated: true, addresses: stated }
  const addresses = addressUses.flatMap((use) => {
    const seen = new Map<string, Address>()
    for (const order of ordered) {
      const orderParty = order[use]
      if (!orderParty) continue
      const party = completeParty(orderParty)
      const key = JSON.stringify({ ...party, contact: null }).toLowerCase()
      if (!seen.has(key)) seen.set(key, { use, code: null, party })
    }
    return [...seen.values()].filter(({ party }) => party.city || party.lines.length > 0).slice(0, maxAddresses)
  })
  return { stated: false, addresses }
}
