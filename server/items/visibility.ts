import { definitions } from '../../contract/documents/types.ts'
import { notFound } from '../../contract/errors.ts'
import { type DocumentType, documentTypes } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'

const bits: Record<DocumentType, number> = { quotes: 1, orders: 2, shipments: 4, invoices: 8 }

/** What the viewer sees of an article: in documents of these types it must stand, and of those with amounts the prices. */
export type Visibility = {
  types: DocumentType[]
  seen: number
  priced: DocumentType[]
  orders: boolean
  invoices: boolean
}

/** Raises not_found for who does not see items: as if there were none. */
export function visibilityOf(viewer: Viewer): Visibility {
  if (!viewer.permissions.has('items.read')) throw notFound()
  const types = documentTypes.filter((type) => viewer.permissions.has(definitions[type].permission))
  return {
    types,
    seen: types.reduce((mask, type) => mask | bits[type], 0),
    priced: viewer.permissions.has('prices') ? types.filter((type) => type !== 'shipments') : [],
    orders: types.includes('orders'),
    invoices: types.includes('invoices'),
  }
}

/** The types of lines that were asked for, as far as they are seen. */
export function requestedTypes({ types }: Visibility, type: DocumentType | undefined): DocumentType[] {
  return type === undefined ? types : types.filter((visibleType) => visibleType === type)
}
