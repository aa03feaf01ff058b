import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Leniency, LenientReading } from '../ingest/leniency.ts'
import { grantableScopes, type KeyScope, keyScopes } from '../key-scopes.ts'
import { Instant } from '../values/dates.ts'
import { OptionalText } from '../values/nullable.ts'

/* The keys of the supplier's systems, as staff look after them. */

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Scope = Type.Enum(Object.keys(keyScopes) as KeyScope[])
const CustomerNumber = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })

/** A key is for all customers, or for so many at most. */
const mostAccounts = 200

/** For how many hours the old secret of a key that is rotated may go on working. */
export const overlapHours = [0, 1, 24, 168] as const

/** An API key; its secret is not kept. */
export const ApiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(Scope),
  /** Which of the supplier's systems numbers the documents; empty: the only one. */
  source: Type.String(),
  numberedBy: Type.Enum(['supplier', 'customer']),
  /** The numbers of the customers that it is for; null: all. */
  accounts: Type.Union([Type.Array(Type.String()), Type.Null()]),
  createdAt: Instant,
  createdBy: OptionalText,
  lastUsedAt: OptionalText,
  revokedAt: OptionalText,
  /** Until when the secret before the last rotation works; null when it no longer does. */
  formerUntil: OptionalText,
  /** How its documents are read where they are not quite as the ingest format has them; null: strictly. */
  leniency: Type.Union([Leniency, Type.Null()]),
  /** What was taken leniently in the last 90 days, each once, at most a hundred, what came last first. */
  readings: Type.Array(LenientReading),
})
export type ApiKey = Static<typeof ApiKey>

const NewSecret = Type.Object({
  /** Shown once: only its hash is kept. */
  secret: Type.String(),
})

/** What a key can be: it works, it works and nothing has used it for 90 days, it was revoked. */
export const keyStates = ['active', 'idle', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

const keyFilters = Type.Object(
  {
    /** A part of its name, or the number of a customer that it is for. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    state: Type.Optional(Type.Enum([...keyStates])),
  },
  { additionalProperties: false },
)

export const listKeys = endpoint('listKeys', 'GET', '/console/keys', {
  access: 'staff',
  permission: 'keys.write',
  summary: 'The keys of the supplier’s systems, those that work first, then the newest first, at most 500.',
  query: keyFilters,
  reply: Type.Object({ keys: Type.Array(ApiKey) }),
})

export const exportKeys = endpoint('exportKeys', 'GET', '/console/keys/csv', {
  access: 'staff',
  permission: 'keys.write',
  summary: 'The same keys as a CSV file, without their secrets.',
  query: keyFilters,
  gives: 'text/csv',
  download: true,
  reply: Type.Unknown(),
})

export const createKey = endpoint('createKey', 'POST', '/console/keys', {
  access: 'staff',
  permission: 'keys.write',
  proof: true,
  summary:
    'Makes a key, and shows its secret this once. Of the console’s scopes it may have those that whoever makes it has; for some customers alone, those of salespeople.',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      scopes: Type.Array(Type.Enum([...grantableScopes]), { minItems: 1, maxItems: grantableScopes.length }),
      /** The numbers of the customers that it is for; all when absent. */
      accounts: Type.Optional(Type.Array(CustomerNumber, { minItems: 1, maxItems: mostAccounts })),
      source: Type.Optional(Type.String({ maxLength: 100 })),
      numberedBy: Type.Optional(Type.Enum(['supplier', 'customer'])),
    },
    { additionalProperties: false },
  ),
  reply: NewSecret,
})

export const rotateKey = endpoint('rotateKey', 'POST', '/console/keys/:id/rotate', {
  access: 'staff',
  permission: 'keys.write',
  proof: true,
  summary:
    'Gives a key a new secret, shown this once; the old one works for so many hours yet. Whoever does it has each of its scopes of the console.',
  params,
  body: Type.Object({ overlap: Type.Enum([...overlapHours]) }, { additionalProperties: false }),
  reply: NewSecret,
})

export const changeKeyLeniency = endpoint('changeKeyLeniency', 'PUT', '/console/keys/:id/leniency', {
  access: 'staff',
  permission: 'keys.write',
  summary: 'Says how documents of a key are read that are not quite as the ingest format has them.',
  params,
  body: Leniency,
  reply: Type.Object({ message: Type.String() }),
})

export const revokeKey = endpoint('revokeKey', 'POST', '/console/keys/:id/revoke', {
  access: 'staff',
  permission: 'keys.write',
  summary: 'Ends a key at once. Its name is sent along, so that no other is ended by mistake.',
  params,
  body: Type.Object({ name: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  reply: Type.Object({ message: Type.String() }),
})

/** The calls by which staff look after keys. */
export const keyEndpoints = [listKeys, exportKeys, createKey, rotateKey, changeKeyLeniency, revokeKey] as const
