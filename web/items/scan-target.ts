import type { Reply } from '#contract/endpoint.ts'
import type { listItems } from '#contract/items/endpoints.ts'
import { documentPath, itemPath, unitPath } from '../paths.ts'

type ItemSearchReply = Pick<Reply<typeof listItems>, 'label' | 'items' | 'units' | 'documents'>

/**
 * The page that a scanned label identifies: the unit's, else the item's, else that of the shipment with the package;
 * null when nothing was scanned, or when more than one page matches.
 */
export function scanTarget({ label, items, units, documents }: ItemSearchReply) {
  if (label === null) return null
  const [unit, item, document] = [units[0], items[0], documents[0]]
  // A serial may belong to several items, and still has one page.
  const codes = new Set(units.map(({ code }) => code))
  if (unit && codes.size === 1 && documents.length === 0) return unitPath(unit.code)
  if (units.length + documents.length === 0 && item && items.length === 1) return itemPath(item.sku)
  if (units.length + items.length === 0 && document && documents.length === 1)
    return documentPath(document.type, document.number)
  return null
}
