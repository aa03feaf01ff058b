import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { OptionalText, orNull } from '../values/nullable.ts'
import { ContentVersionEntry, maxLogoLength, textSources } from './content.ts'

/* The portal's name, colour and logo, as the supplier's people choose them. */

const closed = { additionalProperties: false }
const permission = 'content.write'

export const maxBrandName = 60
/** So many pixels a side of a logo may have. */
export const maxLogoSide = 4_096

const brandBody = Type.Object(
  {
    /** One line without blanks around it; null: as the settings have it. The same goes for colour and logo. */
    name: orNull(Type.String({ pattern: '^\\S(.*\\S)?$', maxLength: maxBrandName })),
    color: orNull(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
    /** An SVG, PNG or JPEG picture in base64; left out: that of the version in force. */
    logo: Type.Optional(orNull(Type.String({ minLength: 12, maxLength: maxLogoLength }))),
  },
  closed,
)
/** What staff choose of the brand. */
export type BrandChoice = Static<typeof brandBody>

export const showBrand = endpoint('showBrand', 'GET', '/console/content/brand', {
  access: 'staff',
  permission,
  summary:
    'The portal’s name, colour and logo as chosen here and as the settings have them, with the last 50 versions.',
  reply: Type.Object({
    source: Type.Enum([...textSources]),
    name: OptionalText,
    color: OptionalText,
    /** The address of the logo chosen here. */
    logo: OptionalText,
    standard: Type.Object({ name: Type.String(), color: OptionalText, logo: OptionalText }),
    versions: Type.Array(ContentVersionEntry),
  }),
})
export const saveBrand = endpoint('saveBrand', 'PUT', '/console/content/brand', {
  access: 'staff',
  permission,
  summary:
    'Gives the portal a name, a colour and a logo from now on: pages, mails and papers. Null: as the settings have it.',
  body: brandBody,
  reply: Type.Object({ message: Type.String() }),
})
export const restoreBrand = endpoint('restoreBrand', 'POST', '/console/content/brand/restore', {
  access: 'staff',
  permission,
  summary: 'Puts an earlier version of name, colour and logo in force again; null: what the settings say.',
  body: Type.Object({ id: orNull(Type.String({ format: 'uuid' })) }, closed),
  reply: Type.Object({ message: Type.String() }),
})

/** The calls for the portal's brand. */
export const brandEndpoints = [showBrand, saveBrand, restoreBrand] as const
