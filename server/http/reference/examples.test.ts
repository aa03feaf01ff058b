import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CiiElement, ciiHeader, ciiLine, ciiNamespaces } from '#contract/ingest/cii-elements.ts'
import { documentExamples, partialExamples } from '#contract/ingest/examples.ts'
import { type UblElement, ublHeader, ublLine } from '#contract/ingest/ubl-elements.ts'
import { readCii } from '#server/formats/cii/read-cii.ts'
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

/** What a field of a message is by its path, such as "lines[0].name". */
const valueAt = (field: string, from: unknown): unknown =>
  field
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], from)

/** What a value needs beside it: a tax number its scheme, a description a name. */
const companions: readonly [end: string, text: string][] = [
  [
    '</ram:Description></ram:SpecifiedTradeProduct>',
    '</ram:Description><ram:Name>Rim</ram:Name></ram:SpecifiedTradeProduct>',
  ],
  ['<ram:IncludedNote>', '<ram:LineID>1</ram:LineID><ram:IncludedNote>'],
  ['<ram:Value>red', '<ram:Description>Colour</ram:Description><ram:Value>red'],
  ['<ram:SpecifiedTaxRegistration><ram:ID>', '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">'],
]

function ciiWith({ element, value, written = value, field }: CiiElement, isLine: boolean): string {
  const line = isLine
    ? `<rsm:SupplyChainTradeTransaction><ram:IncludedSupplyChainTradeLineItem>${nested(element, written)}</ram:IncludedSupplyChainTradeLineItem><ram:ApplicableHeaderTradeAgreement><ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO-1</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument></ram:ApplicableHeaderTradeAgreement></rsm:SupplyChainTradeTransaction>`
    : nested(element, written)
  const own = companions.reduce((text, [end, more]) => text.replace(end, more), line)
  const id = field === 'number' ? '' : '<rsm:ExchangedDocument><ram:ID>1</ram:ID></rsm:ExchangedDocument>'
  const currency =
    field === 'currency'
      ? ''
      : nested('rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceCurrencyCode', 'EUR')
  return `<rsm:CrossIndustryInvoice ${ciiNamespaces}>${id}${own}${currency}</rsm:CrossIndustryInvoice>`
}

test.each([
  ...ciiHeader.map((one) => ({ one, isLine: false, ...one })),
  ...ciiLine.map((one) => ({ one, isLine: true, ...one })),
])('CII: $documents, $element, is read as $field', async ({ one, isLine }) => {
  const result = await readCii(Buffer.from(ciiWith(one, isLine)))
  const document = 'message' in result ? result.message.document : undefined
  expect(valueAt(one.field, isLine ? document?.lines?.[0] : document), JSON.stringify(result)).toBe(one.value)
})

test.each(cases)('UBL: $element of $kind is read as $field', async ({ kind, one, isLine }) => {
  const result = await readUbl(Buffer.from(documentWith(kind, one, isLine)))
  const document = 'message' in result ? result.message.document : undefined
  expect(valueAt(one.field, isLine ? document?.lines?.[0] : document), JSON.stringify(result)).toBe(one.value)
})
