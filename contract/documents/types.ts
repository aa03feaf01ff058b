import type { Permission } from '../permissions.ts'
import type { Tone } from './definition.ts'
import { invoices } from './invoices.ts'
import { orders } from './orders.ts'
import { quotes } from './quotes.ts'
import { shipments } from './shipments.ts'

/**
 * The document types, in the order in which one leads to the next. A further type is a definition of its own and one
 * entry here.
 */
export const definitions = { quotes, orders, shipments, invoices } as const

// As values.ts names it for all others; values.ts imports this file.
type DocumentType = keyof typeof definitions

/** Returns every status of a type, in the order of a document's life cycle. */
export function statusesOf(type: DocumentType): string[] {
  return Object.keys(definitions[type].statuses)
}

/**
 * Whether a member with these permissions may download the files of a document. The portal cannot know what a file
 * shows, so files of priced types need the permission `prices`.
 */
export function maySeeFiles(type: DocumentType, permissions: ReadonlySet<Permission>): boolean {
  const { permission, priced } = definitions[type]
  return permissions.has(permission) && (permissions.has('prices') || !priced)
}

/** Whether a field of a type is an amount, which is for those alone who may see prices. */
export function isAmountOf(type: DocumentType, field: string): boolean {
  const { fields }: { fields: Readonly<Record<string, { kind: string }>> } = definitions[type]
  return fields[field]?.kind === 'money'
}

/** Returns the tone of a status of a type; neutral when the type does not have the status. */
export function toneOf(type: DocumentType, status: string): Tone {
  const statuses: Readonly<Record<string, Tone>> = definitions[type].statuses
  return statuses[status] ?? 'neutral'
}
