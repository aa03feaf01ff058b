import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import type { DocumentParty } from '../../contract/documents/said.ts'
import type { Seller } from '../../contract/seller.ts'
import type { Person } from '../../contract/values.ts'
import type { Content, Fact, Party } from './content.ts'
import type { Words } from './words.ts'

/** What all papers of this portal have in common. */
export type House = {
  portal: string
  color: string
  seller: Seller | null
  logo: { format: 'svg' | 'png' | 'jpg'; bytes: Buffer } | null
}

/** The house of this portal, with what the operator has said of the supplier. */
export function houseOf(
  portal: string,
  color: string,
  known: { seller: Seller; logo: House['logo'] | undefined } | undefined,
): House {
  return { portal, color, seller: known?.seller ?? null, logo: known?.logo ?? null }
}

/** Where paper is 8½ × 11 inches; everywhere else it is A4. */
const letter = new Set('US CA MX PH CL CO VE CR GT PA DO NI SV HN PR'.split(' '))

function sizeFor(country: string | null): Content['size'] {
  return country !== null && letter.has(country) ? 'us-letter' : 'a4'
}

/** The reader's country: theirs on the document, else none. */
export function countryOf({ billTo, shipTo }: Pick<DocumentDetail, 'billTo' | 'shipTo'>): string | null {
  const country = billTo?.country ?? shipTo?.country ?? null
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null
}

type Common = Pick<
  Content,
  'language' | 'region' | 'rtl' | 'size' | 'brand' | 'sender' | 'legal' | 'made' | 'pageOf' | 'stamp'
>

/** What every paper has: page, brand, sender and foot. `asOf` is an instant: how fresh the data is. */
export function commonOf(house: House, words: Words, country: string | null, asOf: string): Common {
  const { seller } = house
  const name = seller?.name ?? house.portal
  return {
    language: words.language,
    region: words.region,
    rtl: words.rtl,
    size: sizeFor(country),
    brand: {
      name: house.portal,
      color: house.color,
      logo: house.logo?.format ?? null,
      logoAlt: words.say('paper.logo', { name }),
    },
    sender: [name, ...(seller ? addressLines(seller, words) : []), ...reach(seller)],
    legal: seller
      ? [
          [name, ...(seller.legal ?? [])].join(' · '),
          [seller.vatNumber && words.say('paper.vatNumber', { number: seller.vatNumber }), seller.bank?.iban]
            .filter(Boolean)
            .join(' · '),
        ].filter((line) => line !== '')
      : [],
    made: words.say('paper.made', { portal: house.portal, when: words.moment(asOf) }),
    pageOf: words.say('paper.page', { page: '{page}', pages: '{pages}' }),
    stamp: Math.floor(Date.parse(asOf) / 1000),
  }
}

const reach = (seller: Seller | null) =>
  [seller?.phone, seller?.email, seller?.web].filter((one): one is string => one !== undefined)

type Address = {
  lines?: readonly string[]
  postalCode?: string | null
  city?: string | null
  region?: string | null
  country?: string | null
}

/** Where a name's place comes before its postal code, as in "Austin, TX 78701". */
const cityFirst = new Set('US CA AU GB IE IN'.split(' '))

function addressLines(address: Address, words: Words): string[] {
  const { city, region, postalCode, country } = address
  const joined = (parts: (string | null | undefined)[], between: string) => parts.filter(Boolean).join(between)
  const town =
    country && cityFirst.has(country)
      ? joined([city, joined([region, postalCode], ' ')], ', ')
      : joined([postalCode, joined([city, region], ', ')], ' ')
  return [...(address.lines ?? []), town, country ? words.country(country) : ''].filter((line) => line !== '')
}

/** An address as a block, or nothing when nothing is known of it. */
export function partyOf(title: string, party: DocumentParty | null, words: Words): Party[] {
  if (!party) return []
  const tax = party.taxNumber && words.say('paper.vatNumber', { number: party.taxNumber })
  const [name, ...lines] = [party.name, party.contact, ...addressLines(party, words), tax].filter(
    (line): line is string => line !== null && line !== '',
  )
  return name === undefined ? [] : [{ title, name, lines }]
}

/** A person as a block, or null when nothing is known of them. */
export function personOf(title: string, person: Person | null): Party | null {
  const [name, ...lines] = [person?.name, person?.phone, person?.email].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  )
  return name === undefined ? null : { title, name, lines }
}

/** A fact, or nothing when its value is not known. */
export function fact(label: string, value: string | null | undefined, number = false): Fact[] {
  return value === null || value === undefined || value === '' ? [] : [{ label, value, number }]
}
