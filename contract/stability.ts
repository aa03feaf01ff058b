import type { Endpoint } from './endpoint.ts'

/**
 * How far a program may rely on a call: a `stable` one changes only as docs/api-stability.md allows; an `internal` one
 * serves the portal's own pages and may change with any release.
 */
export type Stability = 'stable' | 'internal'

/** The calls beside those of the ERP that programs of customers and operators are built on. */
const stableNames = new Set([
  'login',
  'submitCode',
  'refresh',
  'logout',
  'showPortal',
  'live',
  'ready',
  'switchAccount',
  'listDocuments',
  'showDocument',
  'exportDocuments',
  'downloadAttachment',
  'downloadPaper',
  'downloadUbl',
  'downloadOriginal',
  'downloadEInvoice',
  'checkEInvoice',
  'searchDocuments',
  'showBalances',
  'showStatement',
  'downloadStatement',
  'listNotifications',
  'viewNotifications',
  'clickNotification',
  'ask',
  'enquire',
  'listRequests',
])

/** Returns how far a program may rely on an endpoint; every call of the ERP is stable. */
export function stabilityOf({ access, name }: Pick<Endpoint, 'access' | 'name'>): Stability {
  return access === 'ingest' || stableNames.has(name) ? 'stable' : 'internal'
}
