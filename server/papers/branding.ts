import type { DocumentParty } from '../../contract/documents/detail-schemas.ts'
import type { DocumentDetail } from '../../contract/documents/endpoints.ts'
import type { Seller } from '../../contract/seller.ts'
import type { Person } from '../../contract/values.ts'
import type { Fact, PaperContent, Party } from './content.ts'
import type { PaperLocale } from './locale.ts'

/** What all papers of this portal have in common. */
export type Branding = {
  portal: string
  color: string
  seller: Seller | null
  logo: { format: 'svg' | 'png' | 'jpg'; bytes: Buffer } | null
}

/** The house of this portal, with what the operator has said of the supplier. */
export function brandingOf(
  portal: string,
  color: string,
  supplier: { seller: Seller; logo: Branding['logo'] | undefined } | undefined,
): Branding {
  return { portal, color, seller: supplier?.seller ?? null, logo: supplier?.logo ?? null }
}

/** Where paper is 8½ × 11 inches; everywhere else it is A4. */
const letterCountries = new Set('US CA MX PH CL CO VE CR GT PA DO NI SV HN PR'.split(' '))

function sizeFor(country: string | null): PaperContent['size'] {
  return country !== null && letterCountries.has(country) ? 'us-letter' : 'a4'
}

/** The reader's country: theirs on the document, else none. */
export function countryOf({ billTo, shipTo }: Pick<DocumentDetail, 'billTo' | 'shipTo'>): string | null {
  const country = billTo?.country ?? shipTo?.country ?? null
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null
}

type CommonContent = Pick<
  PaperContent,
  'language' | 'region' | 'rtl' | 'size' | 'brand' | 'sender' | 'legal' | 'made' | 'pageOf' | 'stamp'
>

/** What every paper has: page, brand, sender and foot. `asOf` is an instant: how fresh the data is. */
export function commonContent(
  branding: Branding,
  locale: PaperLocale,
  country: string | null,
  asOf: string,
): CommonContent {
  const { seller } = branding
  const name = seller?.name ?? branding.portal
  return {
    language: locale.language,
    region: locale.region,
    rtl: locale.rtl,
    size: sizeFor(country),
    brand: {
      name: branding.portal,
      color: branding.color,
      logo: branding.logo?.format ?? null,
      logoAlt: locale.say('paper.logo', { name }),
    },
    sender: [name, ...(seller ? addressLines(seller, locale) : []), ...contactLines(seller)],
    legal: seller
      ? [
          [name, ...(seller.legal ?? [])].join(' · '),
          [seller.vatNumber && locale.say('paper.vatNumber', { number: seller.vatNumber }), seller.bank?.iban]
            .filter(Boolean)
            .join(' · '),
        ].filter((line) => line !== '')
      : [],
    made: locale.say('paper.made', { portal: branding.portal, when: locale.moment(asOf) }),
    pageOf: locale.say('paper.page', { page: '{page}', pages: '{pages}' }),
    stamp: Math.floor(Date.parse(asOf) / 1000),
  }
}

const contactLines = (seller: Seller | null) =>
  [seller?.phone, seller?.email, seller?.web].filter((line): line is string => line !== undefined)

type Address = {
  lines?: readonly string[]
  postalCode?: string | null
  city?: string | null
  region?: string | null
  country?: string | null
}

/** Where a name's place comes before its postal code, as in "Austin, TX 78701". */
const cityFirst = new Set('US CA AU GB IE IN'.split(' '))

function addressLines(address: Address, locale: PaperLocale): string[] {
  const { city, region, postalCode, country } = address
  const joinParts = (parts: (string | null | undefined)[], separator: string) => parts.filter(Boolean).join(separator)
  const town =
    country && cityFirst.has(country)
      ? joinParts([city, joinParts([region, postalCode], ' ')], ', ')
      : joinParts([postalCode, joinParts([city, region], ', ')], ' ')
  return [...(address.lines ?? []), town, country ? locale.country(country) : ''].filter((line) => line !== '')
}

/** An address as a block, or nothing when nothing is known of it. */
export function partyOf(title: string, party: DocumentParty | null, locale: PaperLocale): Party[] {
  if (!party) return []
  const tax = party.taxNumber && locale.say('paper.vatNumber', { number: party.taxNumber })
  const [name, ...lines] = [party.name, party.contact, ...addressLines(party, locale), tax].filter(
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
