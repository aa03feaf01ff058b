import { documentTypeBits } from '#contract/documents/type-bits.ts'
import { definitions } from '#contract/documents/types.ts'
import { notFound } from '#contract/errors.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'

/**
 * What the viewer sees of items: the types of documents in which an item must occur (`seen` as a bit mask), and those
 * with visible prices.
 */
export type Visibility = {
  types: DocumentType[]
  seen: number
  priced: DocumentType[]
  orders: boolean
  invoices: boolean
}

/** What the viewer sees of items. Throws not_found for viewers who see none. */
export function visibilityOf(viewer: Viewer): Visibility {
  if (!viewer.permissions.has('items.read')) throw notFound()
  const types = documentTypes.filter((type) => viewer.permissions.has(definitions[type].permission))
  return {
    types,
    seen: types.reduce((mask, type) => mask | documentTypeBits[type], 0),
    priced: viewer.permissions.has('prices') ? types.filter((type) => type !== 'shipments') : [],
    orders: types.includes('orders'),
    invoices: types.includes('invoices'),
  }
}

/** The requested type of lines, or all types, as far as the viewer sees them. */
export function requestedTypes({ types }: Visibility, type: DocumentType | undefined): DocumentType[] {
  return type === undefined ? types : types.filter((visibleType) => visibleType === type)
}
