import { areaColours } from '#contract/brand/colours.ts'
import type { DocumentParty } from '#contract/documents/detail-schemas.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { paperTemplates, type Seller } from '#contract/seller.ts'
import type { Person } from '#contract/values.ts'
import type { Fact, PaperContent, Party } from './content.ts'
import type { PaperLocale } from './locale.ts'

/** The portal's name and colour with the supplier's details and logo, as all papers show them. */
export type Branding = {
  portal: string
  color: string
  seller: Seller | null
  logo: { format: 'svg' | 'png' | 'jpg'; bytes: Buffer } | null
}

/** The branding of this portal, with the supplier's details if the operator has set them. */
export function brandingOf(
  portal: string,
  color: string,
  supplier: { seller: Seller; logo: Branding['logo'] | undefined } | undefined,
): Branding {
  return { portal, color, seller: supplier?.seller ?? null, logo: supplier?.logo ?? null }
}

/** Countries that use US Letter (8½ × 11 inches); all others use A4. */
const letterCountries = new Set('US CA MX PH CL CO VE CR GT PA DO NI SV HN PR'.split(' '))

function sizeFor(country: string | null): PaperContent['size'] {
  return country !== null && letterCountries.has(country) ? 'us-letter' : 'a4'
}

/** The customer's country (ISO 3166) as the document's addresses give it, or null. */
export function countryOf({ billTo, shipTo }: Pick<DocumentDetail, 'billTo' | 'shipTo'>): string | null {
  const country = billTo?.country ?? shipTo?.country ?? null
  return country !== null && /^[A-Z]{2}$/.test(country) ? country : null
}

type CommonContent = Pick<
  PaperContent,
  | 'template'
  | 'language'
  | 'region'
  | 'rtl'
  | 'size'
  | 'brand'
  | 'sender'
  | 'returnAddress'
  | 'legal'
  | 'made'
  | 'pageOf'
  | 'stamp'
>

/** The content that all papers share: page, brand, sender and footer. `asOf` is the instant of the data. */
export function commonContent(
  branding: Branding,
  locale: PaperLocale,
  country: string | null,
  asOf: string,
): CommonContent {
  const { seller } = branding
  const name = seller?.name ?? branding.portal
  const address = [name, ...(seller ? addressLines(seller, locale) : [])]
  const { ground, text: onGround } = areaColours(branding.color)
  return {
    template: seller?.paperTemplate ?? paperTemplates[0],
    language: locale.language,
    region: locale.region,
    rtl: locale.rtl,
    size: sizeFor(country),
    brand: {
      name: branding.portal,
      color: branding.color,
      ground,
      onGround,
      logo: branding.logo?.format ?? null,
      logoAlt: locale.say('paper.logo', { name }),
    },
    sender: [...address, ...contactLines(seller)],
    returnAddress: address.join(' · '),
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

/** Countries that write the town before the postal code, as in "Austin, TX 78701". */
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

/** A party as a block with its address; empty if nothing is known of it. */
export function partyOf(title: string, party: DocumentParty | null, locale: PaperLocale): Party[] {
  if (!party) return []
  const tax = party.taxNumber && locale.say('paper.vatNumber', { number: party.taxNumber })
  const [name, ...lines] = [party.name, party.contact, ...addressLines(party, locale), tax].filter(
    (line): line is string => line !== null && line !== '',
  )
  return name === undefined ? [] : [{ title, name, lines }]
}

/** A person as a block; null if nothing is known of them. */
export function personOf(title: string, person: Person | null): Party | null {
  const [name, ...lines] = [person?.name, person?.phone, person?.email].filter(
    (line): line is string => typeof line === 'string' && line !== '',
  )
  return name === undefined ? null : { title, name, lines }
}

/** A fact as a list of one; empty if its value is unknown. */
export function fact(label: string, value: string | null | undefined, number = false): Fact[] {
  return value === null || value === undefined || value === '' ? [] : [{ label, value, number }]
}
