import { type Static, Type } from 'typebox'
import { Address } from '../company/addresses.ts'
import { endpoint } from '../endpoint.ts'
import { languages } from '../languages.ts'
import { pageQuery } from '../page.ts'
import { roles } from '../permissions.ts'
import { nonBlankText } from '../requests/contents.ts'
import { requestKinds, requestStates } from '../requests/rules.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'
import { documentTypes } from '../values.ts'
import { customerEvents } from './customer-events.ts'

/* The supplier's customers, as staff look after them. */

const uuid = Type.String({ format: 'uuid' })
const params = Type.Object({ id: uuid })
const MemberRole = Type.Enum(Object.keys(roles) as (keyof typeof roles)[])
const OptionalLanguage = Type.Unsafe<(typeof languages)[number] | null>({ type: ['string', 'null'] })
const Amount = Type.Object({ currency: Type.String(), amount: Type.String() })

/** What a customer may need somebody for: nobody can sign in, nobody ever has, somebody cannot any more. */
export const customerFlags = ['uninvited', 'unused', 'shutOut'] as const
export type CustomerFlag = (typeof customerFlags)[number]

/** The orders of the list: by name, by the last sign-in, by the last change of a document; with a minus the latest first. */
export const customerOrders = ['name', 'signedIn', '-signedIn', 'changed', '-changed'] as const
export type CustomerOrder = (typeof customerOrders)[number]

/** A customer in the list. */
export const CustomerEntry = Type.Object({
  id: Type.String(),
  number: Type.String(),
  name: Type.String(),
  members: Type.Integer(),
  /** Invitations that nobody has accepted or taken back. */
  invited: Type.Integer(),
  /** How many members are disabled, or have entered too many wrong codes. */
  shutOut: Type.Integer(),
  signedInAt: OptionalText,
  changedAt: OptionalText,
  openRequests: Type.Integer(),
  /** What is owed, by currency. */
  balances: Type.Array(Amount),
  flags: Type.Array(Type.Enum([...customerFlags])),
})
export type CustomerEntry = Static<typeof CustomerEntry>

const listQuery = {
  /** The number of a customer, or a part of its name or number. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  flag: Type.Optional(Type.Enum([...customerFlags])),
  /** Only those whom the member of staff looks after. */
  mine: Type.Optional(Type.Literal('true')),
  sort: Type.Optional(Type.Enum([...customerOrders])),
}

export const listCustomers = endpoint('listCustomers', 'GET', '/console/customers', {
  access: 'staff',
  permission: 'customers.read',
  summary: 'The customers with their people, sign-ins, requests, balance and what somebody may be needed for.',
  query: Type.Object({ ...listQuery, ...pageQuery }, { additionalProperties: false }),
  reply: Type.Object({ customers: Type.Array(CustomerEntry), nextCursor: OptionalText }),
})

export const exportCustomers = endpoint('exportCustomers', 'GET', '/console/customers/csv', {
  access: 'staff',
  permission: 'customers.read',
  summary: 'The same customers as a CSV file, all of them.',
  query: Type.Object(listQuery, { additionalProperties: false }),
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

const CustomerMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: MemberRole,
  since: Instant,
  lastSeenAt: OptionalText,
  disabled: Type.Boolean(),
  /** Whether too many wrong codes were entered, so that codes are refused until a new password is chosen. */
  codesEnded: Type.Boolean(),
  secondFactor: Type.Boolean(),
})
const CustomerInvitation = Type.Object({
  id: Type.String(),
  name: OptionalText,
  email: Type.String(),
  role: MemberRole,
  invitedAt: Instant,
  expiresAt: Instant,
  expired: Type.Boolean(),
})
const CustomerStaff = Type.Object({
  id: Type.String(),
  name: Type.String(),
  deputy: Type.Boolean(),
  /** Since when there is a photograph of them; null: there is none. */
  pictureAt: OptionalText,
})
const CustomerNote = Type.Object({ id: Type.String(), at: Instant, by: Type.String(), text: Type.String() })
const CustomerRequest = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...requestKinds]),
  /** The number of the document; null for what belongs to none. */
  number: OptionalText,
  madeBy: Type.String(),
  madeAt: Instant,
  state: Type.Enum([...requestStates]),
})
const CustomerDocument = Type.Object({
  type: Type.Enum([...documentTypes]),
  number: Type.String(),
  changedAt: Instant,
})
/** Something that was done to a customer or by one of its people. */
export const CustomerEvent = Type.Object({
  id: Type.String(),
  at: Instant,
  action: Type.Enum([...customerEvents]),
  by: OptionalText,
  /** Whether staff did it. */
  byStaff: Type.Boolean(),
  /** Whom it was done to, where that is known. */
  person: OptionalText,
  before: OptionalText,
  after: OptionalText,
})
export type CustomerEvent = Static<typeof CustomerEvent>

/** A scheme of the code list EAS, and the value in it. */
const address = {
  scheme: Type.String({ minLength: 1, maxLength: 4 }),
  value: Type.String({ minLength: 1, maxLength: 200 }),
}

/** Everything that staff see of one customer. */
export const Customer = Type.Object({
  ...CustomerEntry.properties,
  createdAt: Instant,
  language: OptionalLanguage,
  timeZone: OptionalText,
  requiresSecondFactor: Type.Boolean(),
  /** Where it is reached in networks such as Peppol. */
  electronicAddress: Type.Union([Type.Object(address), Type.Null()]),
  creditLimits: Type.Array(Amount),
  identifiers: Type.Array(Type.Object({ scheme: Type.String(), value: Type.String() })),
  addresses: Type.Array(Address),
  people: Type.Array(CustomerMember),
  invitations: Type.Array(CustomerInvitation),
  staff: Type.Array(CustomerStaff),
  notes: Type.Array(CustomerNote),
  requests: Type.Array(CustomerRequest),
  documents: Type.Array(CustomerDocument),
  events: Type.Array(CustomerEvent),
})
export type Customer = Static<typeof Customer>

export const showCustomer = endpoint('showCustomer', 'GET', '/console/customers/:id', {
  access: 'staff',
  permission: 'customers.read',
  summary:
    'One customer: people, settings, staff, notes, what waits, the newest documents, and the newest 50 of what was done.',
  params,
  reply: Customer,
})

/** The number of an account, as staff type it. */
export const accountNumber = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const accountName = nonBlankText(300)

export const createCustomer = endpoint('createCustomer', 'POST', '/console/customers', {
  access: 'staff',
  permission: 'customers.write',
  summary: 'Makes a customer before any document names it; documents for its number come to it.',
  body: Type.Object({ number: accountNumber, name: accountName }, { additionalProperties: false }),
  reply: Customer,
})

export const changeCustomer = endpoint('changeCustomer', 'PUT', '/console/customers/:id', {
  access: 'staff',
  permission: 'customers.write',
  summary:
    'Gives a customer another name or number, language, time zone, electronic address or rule for second factors. Null leaves the language to each browser, the zone to the server.',
  params,
  body: Type.Object(
    {
      name: Type.Optional(accountName),
      number: Type.Optional(accountNumber),
      language: Type.Optional(
        Type.Unsafe<(typeof languages)[number] | null>({ type: ['string', 'null'], enum: [...languages, null] }),
      ),
      timeZone: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 })),
      requiresSecondFactor: Type.Optional(Type.Boolean()),
      electronicAddress: Type.Optional(
        Type.Union([Type.Object(address, { additionalProperties: false }), Type.Null()]),
      ),
    },
    { additionalProperties: false },
  ),
  reply: Customer,
})

const identifier = {
  scheme: Type.String({ minLength: 1, maxLength: 60 }),
  value: Type.String({ minLength: 1, maxLength: 200 }),
}

export const addCustomerIdentifier = endpoint('addCustomerIdentifier', 'POST', '/console/customers/:id/identifiers', {
  access: 'staff',
  permission: 'customers.write',
  summary: 'Lets a customer go by an identifier, such as a GLN, by which documents of other systems name it.',
  params,
  body: Type.Object(identifier, { additionalProperties: false }),
  reply: Customer,
})

export const removeCustomerIdentifier = endpoint(
  'removeCustomerIdentifier',
  'DELETE',
  '/console/customers/:id/identifiers',
  {
    access: 'staff',
    permission: 'customers.write',
    summary: 'Takes an identifier from a customer.',
    params,
    query: Type.Object(identifier, { additionalProperties: false }),
    reply: Customer,
  },
)

const staffParams = Type.Object({ id: uuid, staff: uuid })

export const setCustomerStaff = endpoint('setCustomerStaff', 'PUT', '/console/customers/:id/staff/:staff', {
  access: 'staff',
  permission: 'customers.write',
  summary: 'Lets a member of staff look after a customer, or stand in as deputy.',
  params: staffParams,
  body: Type.Object({ deputy: Type.Boolean() }, { additionalProperties: false }),
  reply: Customer,
})

export const removeCustomerStaff = endpoint('removeCustomerStaff', 'DELETE', '/console/customers/:id/staff/:staff', {
  access: 'staff',
  permission: 'customers.write',
  summary: 'A member of staff no longer looks after a customer; a salesperson sees nothing of it any more.',
  params: staffParams,
  reply: Customer,
})

export const listCustomerStaff = endpoint('listCustomerStaff', 'GET', '/console/customerStaff', {
  access: 'staff',
  permission: 'customers.write',
  summary: 'The members of staff who may look after customers, by name, at most 500.',
  reply: Type.Object({ staff: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
})

export const addCustomerNote = endpoint('addCustomerNote', 'POST', '/console/customers/:id/notes', {
  access: 'staff',
  permission: 'requests.write',
  summary: 'Writes a note about a customer for other staff; no customer reads it.',
  params,
  body: Type.Object(
    {
      text: nonBlankText(4000),
      /** Sent again with the same id, it is one note. */
      id: uuid,
    },
    { additionalProperties: false },
  ),
  reply: Customer,
})

/** The calls by which staff look after customers. */
export const customerEndpoints = [
  listCustomers,
  exportCustomers,
  showCustomer,
  createCustomer,
  changeCustomer,
  addCustomerIdentifier,
  removeCustomerIdentifier,
  setCustomerStaff,
  removeCustomerStaff,
  listCustomerStaff,
  addCustomerNote,
] as const
