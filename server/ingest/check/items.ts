import type { IngestDocument } from '#contract/ingest/documents.ts'

/** A serial number or lot of a line; `written` is its text as sent. */
export type UnitRow = { position: number; kind: 'serial' | 'lot'; written: string }

/**
 * The serial numbers and lots of a document, each once per line. Codes without a letter or digit are left out: nobody
 * can search for them.
 */
export function unitsOf({ lines = [] }: IngestDocument): UnitRow[] {
  return lines.flatMap(({ serials = [], lots = [] }, index) => {
    if (serials.length === 0 && lots.length === 0) return []
    const rowsOfKind = (kind: UnitRow['kind'], codes: readonly string[]) =>
      [...new Set(codes)]
        .filter((code) => /[\p{L}\p{N}]/u.test(code))
        .map((code) => ({ position: index + 1, kind, written: code }))
    return [
      ...rowsOfKind('serial', serials),
      ...rowsOfKind(
        'lot',
        lots.map(({ lot }) => lot),
      ),
    ]
  })
}

/** An article as a document names it. */
export type ItemRow = {
  sku: string
  customerSku: string | undefined
  gtin: string | undefined
  name: string | undefined
  unit: string | undefined
}

/** The articles of a document, each once. */
export function itemsOf({ lines = [] }: IngestDocument): ItemRow[] {
  const items = new Map<string, ItemRow>()
  for (const { sku, customerSku, gtin, name, unit } of lines) {
    if (sku !== undefined && !items.has(sku)) items.set(sku, { sku, customerSku, gtin, name, unit })
  }
  return [...items.values()]
}
