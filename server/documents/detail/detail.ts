import type { Pool } from 'pg'
import type { Static, TObject, TSchema } from 'typebox'
import {
  Allowance,
  Dimensions,
  DocumentLineReply,
  DocumentParty,
  LinePart,
  Measure,
  Package,
  PartDelivery,
  Payment,
  PaymentMeans,
  Property,
  Tax,
  Totals,
} from '#contract/documents/detail-schemas.ts'
import type { DocumentDetail, DocumentLine, RelatedDocument, TrackingEvent } from '#contract/documents/endpoints.ts'
import { type HeaderFieldName, headerFieldList } from '#contract/documents/header-fields.ts'
import {
  allLineFields,
  type LineField,
  type LineFieldName,
  lineFields,
  lineParticulars,
} from '#contract/documents/line-fields.ts'
import { furtherParties } from '#contract/documents/particulars.ts'
import type { StoredDetails, StoredLine, StoredPlace } from '#contract/documents/stored-details.ts'
import { definitions, maySeeFiles } from '#contract/documents/types.ts'
import { notFound } from '#contract/errors.ts'
import { maySeeOriginal } from '#contract/ubl.ts'
import { type DocumentType, Person } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { visibleFields } from '../fields.ts'
import { requireTypeAccess } from '../type-access.ts'
import { findLocation } from './locodes.ts'
import { type DetailRows, type EventRow, type LineRow, type LinkRow, readDetail } from './queries.ts'
import { type Stages, sharesOf, stagesOf } from './stages.ts'

/**
 * One of the viewer's documents with everything that its page shows. Throws not_found for a document that is absent, of
 * another account or of a hidden type.
 */
export async function showDocument(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
  today: string,
): Promise<DocumentDetail> {
  requireTypeAccess(viewer, type)
  const rows = await readDetail(viewerPool, viewer, type, number, today)
  if (!rows) throw notFound()
  const { header } = rows
  const details = header.details as StoredDetails
  const prices = viewer.permissions.has('prices')
  return {
    type,
    number,
    status: header.status,
    act: header.act,
    header: Object.fromEntries(visibleFields(type, viewer.permissions).map(([name]) => [name, header[name] ?? null])),
    ...partiesOf(details),
    contact: details.contact ? pickFields(Person, details.contact) : null,
    salesperson: details.salesperson ? pickFields(Person, details.salesperson) : null,
    ...headerFieldsOf(details, prices),
    totals: prices ? pickFields(Totals, { ...header, payable: details.payable }) : null,
    taxes: prices ? (details.taxes ?? []).map((tax) => pickFields(Tax, tax)) : [],
    payments: prices ? (details.payments ?? []).map((payment) => pickFields(Payment, payment)) : [],
    paymentMeans: (details.paymentMeans ?? []).map((means) => pickFields(PaymentMeans, means)),
    packages: (details.packages ?? []).map((pkg) => ({
      ...pickFields(Package, pkg),
      weight: pickFields(Measure, pkg.weight ?? {}),
      dimensions: pickFields(Dimensions, pkg.dimensions ?? {}),
    })),
    grossWeight: details.grossWeight ? pickFields(Measure, details.grossWeight) : null,
    lines: linesOf(rows, viewer),
    chain: chainOf(rows, viewer),
    missing: missingOf(rows, viewer),
    events: rows.events.map((event) => eventOf(event, details.packages?.length ?? 0)),
    attachments: maySeeFiles(type, viewer.permissions) ? rows.attachments : [],
    original: originalOf(type, rows, viewer),
    // Only the page has these.
    ...{ paymentLink: null, payTo: null, transferCode: null },
    version: null,
  }
}

function headerFieldsOf(details: StoredDetails, prices: boolean): Record<HeaderFieldName, string | null> {
  const values = headerFieldList.map(([name, { priced }]) => [name, priced && !prices ? null : (details[name] ?? null)])
  return Object.fromEntries(values) as Record<HeaderFieldName, string | null>
}

const partyFields = ['billTo', 'shipTo', 'shipFrom', ...furtherParties] as const

function partiesOf(details: StoredDetails): Pick<DocumentDetail, (typeof partyFields)[number]> {
  const party = (name: (typeof partyFields)[number]) => {
    const stored = details[name]
    return stored ? pickFields(DocumentParty, stored) : null
  }
  return Object.fromEntries(partyFields.map((name) => [name, party(name)])) as Record<
    (typeof partyFields)[number],
    DocumentParty | null
  >
}

function originalOf(type: DocumentType, rows: DetailRows, viewer: Viewer): DocumentDetail['original'] {
  const [original] = rows.original
  if (!original || !maySeeOriginal(type, original.hasAmounts, viewer.permissions)) return null
  return { kind: original.kind, receivedAt: original.receivedAt }
}

/** The names of a schema's fields, and whether each is a list: the same for every line. */
const shapes = new WeakMap<TObject, readonly (readonly [string, boolean])[]>()

/** The fields of a schema and no others; unknown values are null, unknown lists are empty. */
function pickFields<S extends TObject>(schema: S, value: object): Static<S> {
  const shape =
    shapes.get(schema) ??
    Object.entries(schema.properties).map(
      ([name, { type }]: [string, TSchema & { type?: unknown }]) => [name, type === 'array'] as const,
    )
  shapes.set(schema, shape)
  const source = value as Record<string, unknown>
  const filled: Record<string, unknown> = {}
  for (const [name, isList] of shape) filled[name] = source[name] ?? (isList ? [] : null)
  return filled as Static<S>
}

function linesOf(rows: DetailRows, viewer: Viewer): DocumentLine[] {
  const links = Map.groupBy(rows.links, (link) => link.position)
  const stages = stagesOf(rows.stages)
  return rows.lines.map((line) => lineOf(line, links.get(line.position) ?? [], viewer, stages.get(line.position)))
}

const priceFields = (Object.keys(lineFields) as LineFieldName[]).filter((name) => allLineFields[name]?.priced)

function lineOf(row: LineRow, links: readonly LinkRow[], viewer: Viewer, stages: Stages | undefined): DocumentLine {
  const {
    lots = [],
    deliveries = [],
    details = {},
    allowances = [],
    properties = [],
    parts = [],
    ...otherFields
  } = row.details as StoredLine
  const prices = viewer.permissions.has('prices')
  const line = pickFields(DocumentLineReply, { ...otherFields, ...row, details: {} })
  if (!prices) for (const field of priceFields) line[field] = null
  const { stages: _none, ...shown } = line
  return {
    ...shown,
    allowances: prices ? allowances.map((allowance) => pickFields(Allowance, allowance)) : [],
    properties: properties.map((property) => pickFields(Property, property)),
    parts: parts.map((part) => ({
      ...pickFields(LinePart, part),
      ...(prices ? {} : { unitPrice: null, amount: null }),
    })),
    details: particularsOf(details, prices),
    deliveries: deliveries.map((part) => pickFields(PartDelivery, part)),
    lots: lots.map((lot) => ({ lot: lot.lot, quantity: lot.quantity ?? null, expiry: lot.expiry ?? null })),
    references: links
      .filter((link) => canSee(viewer, link.type))
      .map((link) => ({ type: link.type, number: link.number, line: link.line === '' ? null : link.line })),
    ...(stages ? { stages } : {}),
  }
}

const particulars = Object.entries<LineField>(lineParticulars).map(
  ([name, { priced: isPriced }]) => [name, isPriced] as const,
)

/** A line's further details, in the order of `particulars`; amounts only with the permission `prices`. */
function particularsOf(details: NonNullable<StoredLine['details']>, prices: boolean): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, isPriced] of particulars) {
    const value = details[name]
    if (value && (prices || !isPriced)) shown[name] = value
  }
  return shown
}

function chainOf(rows: DetailRows, viewer: Viewer): RelatedDocument[] {
  const shares = sharesOf(rows.ordered, rows.carried ?? {})
  return rows.chain
    .filter((document) => canSee(viewer, document.type))
    .map(({ id, ...document }) => ({
      ...document,
      gross: viewer.permissions.has('prices') ? document.gross : null,
      share: shares.get(id) ?? null,
    }))
}

function missingOf(rows: DetailRows, viewer: Viewer): DocumentDetail['missing'] {
  const shownKeys = new Set(rows.chain.map((document) => `${document.type}/${document.number}`))
  return rows.links
    .filter((link) => link.position === 0 && canSee(viewer, link.type) && !shownKeys.has(`${link.type}/${link.number}`))
    .map((link) => ({ type: link.type, number: link.number }))
}

/** Permissions are checked again for the target of every link. */
function canSee(viewer: Viewer, type: DocumentType): boolean {
  return viewer.permissions.has(definitions[type].permission)
}

function eventOf({ package: packageNumber, packages, ...row }: EventRow, packageCount: number): TrackingEvent {
  const place = row.place as StoredPlace
  const packageNumbers = packages ?? []
  // A UN/LOCODE alone also tells the location.
  const location = findLocation(place.unlocode)
  const hasCoordinates = place.lat !== undefined && place.lon !== undefined
  return {
    ...row,
    classifier: row.classifier as TrackingEvent['classifier'],
    // An event that names all packages happened to the whole shipment.
    packages: packageNumber !== null ? [packageNumber] : packageNumbers.length < packageCount ? packageNumbers : [],
    place: {
      name: place.name ?? null,
      city: place.city ?? (place.name === undefined ? (location?.name ?? null) : null),
      country: place.country ?? location?.country ?? null,
      unlocode: place.unlocode ?? null,
      latitude: (hasCoordinates ? place.lat : location?.latitude) ?? null,
      longitude: (hasCoordinates ? place.lon : location?.longitude) ?? null,
    },
  }
}
