import { countAccountsToSettle } from '#server/ingest/maintenance/resettle-queries.ts'
import type { DoctorContext } from './doctor-context.ts'
import { readOrderPromises } from './queries.ts'
import type { Finding } from './waiting.ts'

/**
 * Checks for orders that are completed, cancelled or rejected in the ERP but still promise goods that no shipment
 * carries.
 */
export async function checkPromises(context: DoctorContext): Promise<Finding> {
  const { ended, open, under_way, carried, example } = await readOrderPromises((await context.open()).pools.work)
  const units = (count: string) => Number(count).toLocaleString('en')
  if (Number(open) > 0 || under_way !== carried) {
    const text = `${units(open)} units of orders that have ended are still to come, and ${units(under_way)} are on their way of which shipments carry ${units(carried)}`
    return ['bad', `${text}, such as of ${example ?? '?'}: send that order again, and tell the makers of the portal.`]
  }
  return [
    'ok',
    `${ended} orders have ended and promise nothing; ${units(carried)} units of theirs are on their way in shipments.`,
  ]
}

/** Checks whether balances still follow the rules of an earlier version. */
export async function checkBalances(context: DoctorContext): Promise<Finding> {
  const waiting = await countAccountsToSettle((await context.open()).pools.work)
  if (waiting === 0) return ['ok', 'all follow the rules of this version.']
  const whose = waiting === 1 ? 'of 1 account' : `of ${waiting.toLocaleString('en')} accounts`
  return [
    'look',
    `those ${whose} are as before the upgrade. The portal goes through them after its start: start it, or let it run.`,
  ]
}
