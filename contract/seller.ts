import { type Static, Type } from 'typebox'

const text = (most: number) => Type.String({ minLength: 1, maxLength: most })
const closed = { additionalProperties: false }

/** The supplier as it stands on its papers: what `seller.json` in the data folder may say. */
export const Seller = Type.Object(
  {
    name: text(200),
    lines: Type.Optional(Type.Array(text(200), { maxItems: 6 })),
    postalCode: Type.Optional(text(30)),
    city: Type.Optional(text(100)),
    region: Type.Optional(text(100)),
    /** ISO 3166, two letters. */
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    email: Type.Optional(text(200)),
    phone: Type.Optional(text(60)),
    web: Type.Optional(text(200)),
    /** Value added tax number, with its country's letters. */
    vatNumber: Type.Optional(text(60)),
    /** Number in the commercial register, as electronic invoices name it. */
    companyNumber: Type.Optional(text(60)),
    /** Commercial register, directors and what else the law wants on a letter: one entry a line. */
    legal: Type.Optional(Type.Array(text(300), { maxItems: 6 })),
    /** Where customers pay to, unless an invoice names an account of its own. */
    bank: Type.Optional(
      Type.Object(
        {
          iban: Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{8,40}$' }),
          bic: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{8}([A-Z0-9]{3})?$' })),
          name: Type.Optional(text(100)),
          /** Unless it is the supplier itself. */
          holder: Type.Optional(text(70)),
        },
        closed,
      ),
    ),
    /** A picture beside `seller.json`: SVG, PNG or JPEG. */
    logo: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]+\\.(svg|png|jpg|jpeg)$' })),
  },
  closed,
)
export type Seller = Static<typeof Seller>
