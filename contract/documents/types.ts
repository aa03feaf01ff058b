import type { Permission } from '../permissions.ts'
import type { DocumentType } from '../values.ts'
import type { Tone } from './definition.ts'
import { invoices } from './invoices.ts'
import { orders } from './orders.ts'
import { quotes } from './quotes.ts'
import { shipments } from './shipments.ts'

/** The four document types. A fifth is a definition of its own and one line here. */
export const definitions = { quotes, orders, shipments, invoices } as const

/** Every status of a type, in the order of a document's life. */
export function statusesOf(type: DocumentType): string[] {
  return Object.keys(definitions[type].statuses)
}

/**
 * Whether somebody with these permissions is given the files of a document: what they show nobody can tell, so those of
 * priced types are for who may see prices.
 */
export function maySeeFiles(type: DocumentType, permissions: ReadonlySet<Permission>): boolean {
  const { permission, priced } = definitions[type]
  return permissions.has(permission) && (permissions.has('prices') || !priced)
}

/** How a status of a type is shown; neutral when the type does not know it. */
export function toneOf(type: DocumentType, status: string): Tone {
  const statuses: Readonly<Record<string, Tone>> = definitions[type].statuses
  return statuses[status] ?? 'neutral'
}
