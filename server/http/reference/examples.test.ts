import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentExamples, partialExamples } from '#contract/ingest/examples.ts'
import { type UblElement, ublHeader, ublLine } from '#contract/ingest/ubl-elements.ts'
import { readUbl } from '#server/formats/ubl/read/read-ubl.ts'

test('Every example of the page also stands in the guide to sending documents', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/sending-documents.md'), 'utf8')
  for (const { text } of [...documentExamples, ...partialExamples]) expect(guide).toContain(text)
})

test('Every example says what it shows', () => {
  for (const { title } of [...documentExamples, ...partialExamples]) expect(title).toMatch(/^(A|The) \w+/)
})

const lineElements: Readonly<Record<string, string>> = {
  Quotation: 'QuotationLine',
  Order: 'OrderLine',
  OrderResponse: 'OrderLine',
  DespatchAdvice: 'DespatchLine',
  Invoice: 'InvoiceLine',
  CreditNote: 'CreditNoteLine',
}

/** Nests elements by their path, with the value in the innermost. */
function nested(path: string, value: string): string {
  return path
    .split('/')
    .reduceRight(
      (inner, name) => `<${name}${/Amount$/.test(name) ? ' currencyID="EUR"' : ''}>${inner}</${name}>`,
      value,
    )
}

/** A document of the kind that contains the element, and otherwise only what it must contain. */
function documentWith(kind: string, { element, value }: UblElement, isLine: boolean): string {
  const space = 'urn:oasis:names:specification:ubl:schema:xsd'
  // A description counts only beside a name.
  const own = nested(element, value).replace('</cbc:Description>', '</cbc:Description><cbc:Name>Wheel</cbc:Name>')
  const wrapped = /^(Quotation|Order)/.test(kind) ? `<cac:LineItem>${own}</cac:LineItem>` : own
  const line = isLine ? `<cac:${lineElements[kind]}>${wrapped}</cac:${lineElements[kind]}>` : own
  const id = isLine || element !== 'cbc:ID' ? '<cbc:ID>PO-1</cbc:ID>' : ''
  const needed =
    kind.startsWith('OrderResponse') || isLine ? '<cac:OrderReference><cbc:ID>PO-1</cbc:ID></cac:OrderReference>' : ''
  const currency =
    element === 'cbc:DocumentCurrencyCode' ? '' : '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>'
  return `<${kind} xmlns="${space}:${kind}-2" xmlns:cac="${space}:CommonAggregateComponents-2" xmlns:cbc="${space}:CommonBasicComponents-2">${id}${currency}${needed}${line}</${kind}>`
}

const cases = [
  ...ublHeader.map((one) => ({ one, isLine: false })),
  ...ublLine.map((one) => ({ one, isLine: true })),
].flatMap(({ one, isLine }) => one.documents.split(', ').map((kind) => ({ kind, one, isLine, ...one })))

test.each(cases)('UBL: $element of $kind is read as $field', async ({ kind, one, isLine }) => {
  const result = await readUbl(Buffer.from(documentWith(kind, one, isLine)))
  const value = one.field
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      'message' in result ? (isLine ? result.message.document.lines?.[0] : result.message.document) : result,
    )
  expect(value, JSON.stringify(result)).toBe(one.value)
})
