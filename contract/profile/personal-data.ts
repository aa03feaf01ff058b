import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalText } from '../values/nullable.ts'

const MessageReply = Type.Object({ message: Type.String() })

export const setAvatar = endpoint('setAvatar', 'PUT', '/profile/avatar', {
  access: 'viewer',
  summary: 'Takes the picture of the viewer: a PNG of at most 512 × 512 pixels, which is drawn anew and kept.',
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: MessageReply,
})

export const showAvatar = endpoint('showAvatar', 'GET', '/profile/avatar', {
  access: 'viewer',
  summary: 'The picture of the viewer.',
  gives: 'image/png',
  reply: Type.Unknown(),
})

export const removeAvatar = endpoint('removeAvatar', 'DELETE', '/profile/avatar', {
  access: 'viewer',
  summary: 'Forgets the picture of the viewer.',
  reply: MessageReply,
})

export const showPersonalData = endpoint('showPersonalData', 'GET', '/profile/data', {
  access: 'viewer',
  summary: 'Whether and when the viewer has asked to be deleted.',
  reply: Type.Object({ deletionAskedAt: OptionalText }),
})

export const exportPersonalData = endpoint('exportPersonalData', 'GET', '/profile/data/export', {
  access: 'viewer',
  personal: true,
  summary: 'Everything that the portal knows of the viewer as a person, as one JSON file.',
  gives: 'application/json',
  reply: Type.Unknown(),
})

export const askForDeletion = endpoint('askForDeletion', 'POST', '/profile/deletion', {
  access: 'viewer',
  summary: 'Asks the operator to delete the viewer as a person; the documents of their company stay.',
  body: Type.Object({ note: Type.Optional(Type.String({ maxLength: 1000 })) }, { additionalProperties: false }),
  reply: MessageReply,
})

export const takeBackDeletion = endpoint('takeBackDeletion', 'DELETE', '/profile/deletion', {
  access: 'viewer',
  summary: 'Takes back that one wants to be deleted.',
  reply: MessageReply,
})
