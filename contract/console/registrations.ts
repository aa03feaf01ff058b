import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { roles } from '../permissions.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

/* People who ask to be let in, and what staff decide. */

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const MessageReply = Type.Object({ message: Type.String() })

/** Somebody who asks to be let in, with what they said of themselves. */
const RegistrationRequest = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  customerNumber: Type.String(),
  documentNumber: Type.String(),
  createdAt: Instant,
  /** The name of the customer with that number; null: there is none. */
  account: OptionalText,
  /** The types of that customer's documents with the number that they named; they support the request. */
  documents: Type.Array(Type.String()),
})
export type RegistrationRequest = Static<typeof RegistrationRequest>

export const listRegistrations = endpoint('listRegistrations', 'GET', '/console/registrations', {
  access: 'staff',
  permission: 'people.write',
  summary: 'People who ask to be let in, the oldest first, at most 1,000.',
  reply: Type.Object({ registrations: Type.Array(RegistrationRequest) }),
})

export const approveRegistration = endpoint('approveRegistration', 'POST', '/console/registrations/:id/approve', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Mails somebody who asked to be let in an invitation into the account of this number.',
  params,
  body: Type.Object(
    {
      account: Type.String({ minLength: 1, maxLength: 100 }),
      role: Type.Enum(Object.keys(roles) as (keyof typeof roles)[]),
    },
    { additionalProperties: false },
  ),
  reply: MessageReply,
})

export const rejectRegistration = endpoint('rejectRegistration', 'POST', '/console/registrations/:id/reject', {
  access: 'staff',
  permission: 'people.write',
  summary: 'Turns down somebody who asked to be let in; nothing is sent to them.',
  params,
  reply: MessageReply,
})

export const registrationEndpoints = [listRegistrations, approveRegistration, rejectRegistration]
