import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { accountNumber, Customer } from './customers.ts'

/* Two customers that are one become one. */

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })

/** What a merge would move, and how many documents both have: of these the newer stays. */
export const MergePreview = Type.Object({
  from: Type.Object({ number: Type.String(), name: Type.String() }),
  into: Type.Object({ id: Type.String(), number: Type.String(), name: Type.String() }),
  documents: Type.Integer(),
  duplicates: Type.Integer(),
  people: Type.Integer(),
  /** Of the people, who belongs to both: they keep their role in the other. */
  peopleInBoth: Type.Integer(),
  invitations: Type.Integer(),
  requests: Type.Integer(),
  notes: Type.Integer(),
  identifiers: Type.Integer(),
  staff: Type.Integer(),
})
export type MergePreview = Static<typeof MergePreview>

export const previewMerge = endpoint('previewMerge', 'GET', '/console/customers/:id/merge', {
  access: 'staff',
  permission: 'customers.write',
  summary: 'What would move if a customer became part of another, named by its number. Counts up to 10,000.',
  params,
  query: Type.Object({ into: accountNumber }, { additionalProperties: false }),
  reply: MergePreview,
})

export const mergeCustomer = endpoint('mergeCustomer', 'POST', '/console/customers/:id/merge', {
  access: 'staff',
  permission: 'customers.write',
  proof: true,
  summary: 'Makes a customer part of another, with all that is its own. This cannot be undone.',
  params,
  body: Type.Object(
    {
      into: accountNumber,
      /** The number of the customer that becomes part of the other, typed once more. */
      confirm: Type.String({ maxLength: 100 }),
    },
    { additionalProperties: false },
  ),
  reply: Customer,
})

/** The calls by which staff merge customers. */
export const mergeEndpoints = [previewMerge, mergeCustomer] as const
