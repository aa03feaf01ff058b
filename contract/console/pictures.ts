import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

/* The photographs of staff. */

const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const MessageReply = Type.Object({ message: Type.String() })

export const setStaffPicture = endpoint('setStaffPicture', 'PUT', '/console/staff/:id/picture', {
  access: 'staff',
  summary:
    'Takes the photograph of a member of staff, which customers see whose contact they are: a PNG of at most 512 × 512 pixels, which is drawn anew. Owners set anybody’s, others their own.',
  params,
  accepts: 'application/octet-stream',
  body: Type.Unknown(),
  reply: MessageReply,
})

export const showStaffPicture = endpoint('showStaffPicture', 'GET', '/console/staff/:id/picture', {
  access: 'staff',
  summary: 'The photograph of a member of staff.',
  params,
  /** When it was changed, so that a browser asks for a new one. */
  query: Type.Object({ at: Type.Optional(Type.String({ maxLength: 40 })) }, { additionalProperties: false }),
  gives: 'image/png',
  reply: Type.Unknown(),
})

export const removeStaffPicture = endpoint('removeStaffPicture', 'DELETE', '/console/staff/:id/picture', {
  access: 'staff',
  summary: 'Forgets the photograph of a member of staff: owners anybody’s, others their own.',
  params,
  reply: MessageReply,
})

/** The calls about photographs of staff. */
export const pictureEndpoints = [setStaffPicture, showStaffPicture, removeStaffPicture] as const
