import { type Static, Type } from 'typebox'

const text = (most: number) => Type.String({ minLength: 1, maxLength: most })
const closed = { additionalProperties: false }

/** How papers can look; the first is what the portal takes where none is chosen. */
export const paperTemplates = ['classic', 'modern', 'compact'] as const
export type PaperTemplate = (typeof paperTemplates)[number]

/** The supplier as its papers show it: the contents of `seller.json` in the data folder. */
export const Seller = Type.Object(
  {
    name: text(200),
    lines: Type.Optional(Type.Array(text(200), { maxItems: 6 })),
    postalCode: Type.Optional(text(30)),
    city: Type.Optional(text(100)),
    region: Type.Optional(text(100)),
    /** Two-letter code of ISO 3166. */
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    email: Type.Optional(text(200)),
    phone: Type.Optional(text(60)),
    web: Type.Optional(text(200)),
    /** VAT number with its country prefix. */
    vatNumber: Type.Optional(text(60)),
    /** Number in the commercial register, as electronic invoices state it. */
    companyNumber: Type.Optional(text(60)),
    /** Where it is reached in networks such as Peppol: a number of their list of schemes (0088 for a GLN, 9930 for a German VAT number), and the address. */
    electronicAddress: Type.Optional(
      Type.Object({ scheme: Type.String({ pattern: '^[0-9]{4}$' }), value: text(50) }, closed),
    ),
    /** Commercial register, directors and other details that the law requires on a letter: one entry per line. */
    legal: Type.Optional(Type.Array(text(300), { maxItems: 6 })),
    /** The account that customers pay to, unless an invoice names another. */
    bank: Type.Optional(
      Type.Object(
        {
          iban: Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{8,40}$' }),
          bic: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{8}([A-Z0-9]{3})?$' })),
          name: Type.Optional(text(100)),
          /** The account holder, if not the supplier. */
          holder: Type.Optional(text(70)),
        },
        closed,
      ),
    ),
    /** The file name of an image beside `seller.json`: SVG, PNG or JPEG. */
    logo: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]+\\.(svg|png|jpg|jpeg)$' })),
    /** How its papers look; `classic` when absent. */
    paperTemplate: Type.Optional(Type.Enum([...paperTemplates])),
  },
  closed,
)
export type Seller = Static<typeof Seller>
