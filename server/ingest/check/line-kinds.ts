import type { IngestDocument, IngestLine } from '#contract/ingest/documents.ts'

/*
 * Many ERPs send freight, fees and hours among the lines without marking them as charges. A line counts as a charge
 * when nothing else can be meant: its unit is one of time, its article is called FREIGHT, or its whole name is that of
 * a charge. A name that only contains one of these words stays an item: "Shipping box" is goods.
 */

/** UN/ECE Rec 20: seconds, minutes, hours, labour hours, days, weeks, months, years. */
const timeUnits = new Set(['SEC', 'MIN', 'HUR', 'LH', 'DAY', 'WEE', 'MON', 'ANN'])

const chargeSkuPattern =
  /^(freight|shipping|carriage|postage|handling|fracht|versand|porto|port|portes|flete|vracht|verzendkosten)[-_ ]?\d*$/

const chargeNamePatterns: readonly RegExp[] = [
  // English
  /^((sea|air|ocean|inland) )?(freight|shipping|carriage|postage|p and p)( and (handling|packing|packaging|insurance))?( (costs?|charges?|fees?))?$/,
  /^(delivery|transport|transportation|courier|handling|packing|packaging|insurance|administration|set ?up|minimum order) (costs?|charges?|fees?)$/,
  / surcharge$/,
  // German and Dutch write it as one word.
  /^(fracht|versand|porto|vracht|verzending)$/,
  /^[a-z]+(kosten|pauschale|zuschlag|gebuhr|gebuhren|toeslag)$/,
  // French, Spanish, Arabic; the words are compared without the signs above and below their letters.
  /^(frais|participation aux frais|supplement) (de|d|pour) /,
  /^port( et emballage)?$/,
  /^(gastos|costes|recargo) (de|por) /,
  /^(portes|flete)$/,
  /^(رسوم|تكاليف|مصاريف|اجور) /,
]

/**
 * The document with the kind 'charge' on each line that states no kind and is plainly not goods. The lines of a
 * shipment are always goods.
 */
export function withLineKinds(document: IngestDocument): IngestDocument {
  if (document.type === 'shipments' || !document.lines?.some(isUnmarkedCharge)) return document
  return {
    ...document,
    lines: document.lines.map((line) => (isUnmarkedCharge(line) ? { ...line, kind: 'charge' as const } : line)),
  }
}

function isUnmarkedCharge({ kind, unit, sku, name, parent }: IngestLine): boolean {
  if (kind !== undefined || parent !== undefined) return false
  if (unit !== undefined && timeUnits.has(unit)) return true
  if (sku !== undefined && chargeSkuPattern.test(sku.toLowerCase())) return true
  const words = name === undefined ? '' : normaliseWords(name)
  return chargeNamePatterns.some((pattern) => pattern.test(words))
}

/** Lower case without accents, with one space between words. */
function normaliseWords(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replaceAll('&', ' and ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
