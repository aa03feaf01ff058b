import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { OptionalText } from './values/nullable.ts'
import { DocumentTypeSchema } from './values.ts'

/** The most views that one person can save in an account, and that an account can share. */
export const maxViews = { own: 50, shared: 50 } as const

const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const name = Type.String({ minLength: 1, maxLength: 60 })
/** The query string of a list's URL without the question mark: filters, sorting, columns, density. */
const state = Type.String({ maxLength: 2000, pattern: '^[!-~]*$' })
const position = Type.Integer({ minimum: 0, maximum: 1000 })

/** A list's filters and columns, saved under a name. */
export const SavedView = Type.Object({
  id: Type.String(),
  type: DocumentTypeSchema,
  name: Type.String(),
  state: Type.String(),
  /** Whether everybody in the account sees it. */
  shared: Type.Boolean(),
  position: Type.Integer(),
  /** Whether the viewer made it. */
  own: Type.Boolean(),
  /** The name of the author; null when they are no longer in the account. */
  author: OptionalText,
  /** Whether the viewer may rename, change, share or delete it. */
  changeable: Type.Boolean(),
  /** Whether the viewer's list of this type opens with this view. */
  isDefault: Type.Boolean(),
})
export type SavedView = Static<typeof SavedView>

export const listViews = endpoint('listViews', 'GET', '/views', {
  access: 'viewer',
  summary: 'The saved lists of the viewer and those that their account shares, by type, position and name.',
  query: Type.Object({ type: Type.Optional(DocumentTypeSchema) }, { additionalProperties: false }),
  reply: Type.Object({ views: Type.Array(SavedView) }),
})

export const saveView = endpoint('saveView', 'POST', '/views', {
  access: 'viewer',
  summary: 'Saves a list under a name, for oneself or for everybody in the account; it comes last.',
  body: Type.Object(
    { type: DocumentTypeSchema, name, state, shared: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  reply: SavedView,
})

export const changeView = endpoint('changeView', 'PUT', '/views/:id', {
  access: 'viewer',
  summary: 'Renames, changes, moves or shares a saved list; what is not named stays. For its author and admins.',
  params: Type.Object({ id: Id }),
  body: Type.Object(
    {
      name: Type.Optional(name),
      state: Type.Optional(state),
      shared: Type.Optional(Type.Boolean()),
      position: Type.Optional(position),
    },
    { additionalProperties: false },
  ),
  reply: SavedView,
})

export const deleteView = endpoint('deleteView', 'DELETE', '/views/:id', {
  access: 'viewer',
  summary: 'Deletes a saved list, for everybody who has it. For its author and admins.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ message: Type.String() }),
})

export const chooseDefaultView = endpoint('chooseDefaultView', 'PUT', '/views/default', {
  access: 'viewer',
  summary: 'The saved list with which the viewer’s list of a type opens; null for none.',
  body: Type.Object({ type: DocumentTypeSchema, id: Type.Union([Id, Type.Null()]) }, { additionalProperties: false }),
  reply: Type.Object({ message: Type.String() }),
})
