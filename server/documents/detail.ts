import type { Pool } from 'pg'
import type { Static, TObject, TSchema } from 'typebox'
import {
  Dimensions,
  type DocumentDetail,
  DocumentLine,
  Measure,
  Package,
  PartDelivery,
  Payment,
  type Related,
  Tax,
  Totals,
  type TrackingEvent,
} from '../../contract/documents/endpoints.ts'
import { lineParticulars } from '../../contract/documents/line-particulars.ts'
import { furtherParties } from '../../contract/documents/particulars.ts'
import { Allowance, DocumentParty, LinePart, PaymentMeans, Property } from '../../contract/documents/said.ts'
import type { StoredDetails, StoredLine, StoredPlace } from '../../contract/documents/stored.ts'
import { definitions, givesFiles } from '../../contract/documents/types.ts'
import { notFound } from '../../contract/errors.ts'
import { givesOriginal } from '../../contract/ubl.ts'
import { type DocumentType, Person } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { type DetailRows, type EventRow, type LineRow, type LinkRow, readDetail } from './detail-queries.ts'
import { visibleFields } from './fields.ts'
import { allow } from './list.ts'
import { placeOfLocode } from './locodes.ts'
import { type Stages, sharesOf, stagesOf } from './stages.ts'

/** One of the viewer's documents whole. Raises not_found for one that is absent, of another account or of a hidden type. */
export async function showDocument(
  db: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  today: string,
): Promise<DocumentDetail> {
  allow(viewer, type)
  const rows = await readDetail(db, viewer, type, number, today)
  if (!rows) throw notFound()
  const { header } = rows
  const details = header.details as StoredDetails
  const prices = viewer.permissions.has('prices')
  return {
    type,
    number,
    status: header.status,
    header: Object.fromEntries(visibleFields(type, viewer.permissions).map(([name]) => [name, header[name] ?? null])),
    ...partiesOf(details),
    contact: details.contact ? complete(Person, details.contact) : null,
    salesperson: details.salesperson ? complete(Person, details.salesperson) : null,
    paymentTerms: details.paymentTerms ?? null,
    deliveryTerms: details.deliveryTerms ?? null,
    project: details.project ?? null,
    costCentre: details.costCentre ?? null,
    note: details.note ?? null,
    totals: prices ? complete(Totals, { ...header, payable: details.payable }) : null,
    taxes: prices ? (details.taxes ?? []).map((tax) => complete(Tax, tax)) : [],
    payments: prices ? (details.payments ?? []).map((payment) => complete(Payment, payment)) : [],
    paymentMeans: (details.paymentMeans ?? []).map((one) => complete(PaymentMeans, one)),
    packages: (details.packages ?? []).map((one) => ({
      ...complete(Package, one),
      weight: complete(Measure, one.weight ?? {}),
      dimensions: complete(Dimensions, one.dimensions ?? {}),
    })),
    grossWeight: details.grossWeight ? complete(Measure, details.grossWeight) : null,
    lines: linesOf(rows, viewer),
    chain: chainOf(rows, viewer),
    missing: missingOf(rows, viewer),
    events: rows.events.map((event) => eventOf(event, details.packages?.length ?? 0)),
    attachments: givesFiles(type, viewer.permissions) ? rows.attachments : [],
    original: originalOf(type, rows, viewer),
  }
}

const allParties = ['billTo', 'shipTo', 'shipFrom', ...furtherParties] as const

function partiesOf(details: StoredDetails): Pick<DocumentDetail, (typeof allParties)[number]> {
  const party = (name: (typeof allParties)[number]) => {
    const told = details[name]
    return told ? complete(DocumentParty, told) : null
  }
  return Object.fromEntries(allParties.map((name) => [name, party(name)])) as Record<
    (typeof allParties)[number],
    DocumentParty | null
  >
}

function originalOf(type: DocumentType, rows: DetailRows, viewer: Viewer): DocumentDetail['original'] {
  const [original] = rows.original
  if (!original || !givesOriginal(type, original.hasAmounts, viewer.permissions)) return null
  return { kind: original.kind, receivedAt: original.receivedAt }
}

/** The names of a schema's fields, and whether each is a list: the same for every line. */
const shapes = new WeakMap<TObject, readonly (readonly [string, boolean])[]>()

/** The fields of a schema and no others, what is not known as null (a list as none). */
function complete<S extends TObject>(schema: S, value: object): Static<S> {
  const shape =
    shapes.get(schema) ??
    Object.entries(schema.properties).map(
      ([name, { type }]: [string, TSchema & { type?: unknown }]) => [name, type === 'array'] as const,
    )
  shapes.set(schema, shape)
  const known = value as Record<string, unknown>
  const whole: Record<string, unknown> = {}
  for (const [name, isList] of shape) whole[name] = known[name] ?? (isList ? [] : null)
  return whole as Static<S>
}

function linesOf(rows: DetailRows, viewer: Viewer): DocumentLine[] {
  const links = Map.groupBy(rows.links, (link) => link.position)
  const stages = stagesOf(rows.stages)
  return rows.lines.map((line) => lineOf(line, links.get(line.position) ?? [], viewer, stages.get(line.position)))
}

const priced = ['unitPrice', 'discountPercent', 'taxRate', 'amount'] as const

function lineOf(row: LineRow, links: readonly LinkRow[], viewer: Viewer, stages: Stages | undefined): DocumentLine {
  const {
    lots = [],
    deliveries = [],
    details = {},
    allowances = [],
    properties = [],
    parts = [],
    ...more
  } = row.details as StoredLine
  const prices = viewer.permissions.has('prices')
  const line = complete(DocumentLine, { ...more, ...row, details: {} })
  if (!prices) for (const field of priced) line[field] = null
  const { stages: _none, ...shown } = line
  return {
    ...shown,
    allowances: prices ? allowances.map((one) => complete(Allowance, one)) : [],
    properties: properties.map((one) => complete(Property, one)),
    parts: parts.map((one) => ({ ...complete(LinePart, one), ...(prices ? {} : { unitPrice: null, amount: null }) })),
    details: particularsOf(details, prices),
    deliveries: deliveries.map((part) => complete(PartDelivery, part)),
    lots: lots.map((lot) => ({ lot: lot.lot, quantity: lot.quantity ?? null, expiry: lot.expiry ?? null })),
    references: links
      .filter((link) => sees(viewer, link.type))
      .map((link) => ({ type: link.type, number: link.number, line: link.line === '' ? null : link.line })),
    ...(stages ? { stages } : {}),
  }
}

const particulars = Object.entries(lineParticulars).map(([name, { priced: isPriced }]) => [name, isPriced] as const)

/** What is known of a line beyond its own fields, in the order of the list; amounts only with the permission to see them. */
function particularsOf(details: NonNullable<StoredLine['details']>, prices: boolean): Record<string, string> {
  const known: Record<string, string> = {}
  for (const [name, isPriced] of particulars) {
    const value = details[name]
    if (value && (prices || !isPriced)) known[name] = value
  }
  return known
}

function chainOf(rows: DetailRows, viewer: Viewer): Related[] {
  const shares = sharesOf(rows.ordered, rows.carried ?? {})
  return rows.chain
    .filter((one) => sees(viewer, one.type))
    .map(({ id, ...one }) => ({
      ...one,
      gross: viewer.permissions.has('prices') ? one.gross : null,
      share: shares.get(id) ?? null,
    }))
}

function missingOf(rows: DetailRows, viewer: Viewer): DocumentDetail['missing'] {
  const here = new Set(rows.chain.map((one) => `${one.type}/${one.number}`))
  return rows.links
    .filter((link) => link.position === 0 && sees(viewer, link.type) && !here.has(`${link.type}/${link.number}`))
    .map((link) => ({ type: link.type, number: link.number }))
}

/** The right is checked again at the far end of every link. */
function sees(viewer: Viewer, type: DocumentType): boolean {
  return viewer.permissions.has(definitions[type].permission)
}

function eventOf({ package: named, packages, ...row }: EventRow, packageCount: number): TrackingEvent {
  const place = row.place as StoredPlace
  const several = packages ?? []
  // A code alone says where it was, too.
  const known = placeOfLocode(place.unlocode)
  const has = place.lat !== undefined && place.lon !== undefined
  return {
    ...row,
    classifier: row.classifier as TrackingEvent['classifier'],
    // What names them all happened to the whole.
    packages: named !== null ? [named] : several.length < packageCount ? several : [],
    place: {
      name: place.name ?? null,
      city: place.city ?? (place.name === undefined ? (known?.name ?? null) : null),
      country: place.country ?? known?.country ?? null,
      unlocode: place.unlocode ?? null,
      latitude: (has ? place.lat : known?.latitude) ?? null,
      longitude: (has ? place.lon : known?.longitude) ?? null,
    },
  }
}
