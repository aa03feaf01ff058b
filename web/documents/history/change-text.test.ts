import { describe, expect, test } from 'vitest'
import type { DocumentChange } from '#contract/documents/activity.ts'
import { formatDate } from '#web/ui/format.ts'
import { loadTexts } from '#web/ui/load-texts.ts'
import { changeSentences } from './change-text.ts'

await loadTexts(['shell', 'detail', 'fields', 'activity', 'changes'])

type Change = DocumentChange['changes'][number]
const change = (field: Change['field'], old: string | null, now: string | null, ...lines: string[]): Change => ({
  field,
  old,
  new: now,
  lines,
  lineCount: lines.length,
})
const sentenceTexts = (...changes: Change[]) =>
  changeSentences(changes, { type: 'orders', currency: 'EUR' }).map(({ text, lines }) =>
    lines ? `${text} (${lines})` : text,
  )

describe('what changed, in words', () => {
  test('a date that moved says by how many days, and in which direction', () => {
    expect(sentenceTexts(change('estimatedDate', '2026-03-12', '2026-03-19'))).toEqual([
      `Estimated delivery moved from ${formatDate('2026-03-12')} to ${formatDate('2026-03-19')}: 7 days later`,
    ])
    expect(sentenceTexts(change('promisedDate', '2026-03-12', '2026-03-11', '10'))).toEqual([
      `Promised date moved from ${formatDate('2026-03-12')} to ${formatDate('2026-03-11')}: 1 day earlier (Line 10)`,
    ])
  })

  test('what the document and its lines say alike is said once', () => {
    const estimateMoved = (...lines: string[]) => change('estimatedDate', '2026-03-12', '2026-03-19', ...lines)
    expect(sentenceTexts(estimateMoved(), estimateMoved('10', '20'))).toEqual([
      `Estimated delivery moved from ${formatDate('2026-03-12')} to ${formatDate('2026-03-19')}: 7 days later (Lines 10, 20)`,
    ])
  })

  test('many lines are named by the first of them and counted', () => {
    const lines = Array.from({ length: 20 }, (_, index) => String(index + 1))
    const manyLines = { ...change('unit', 'EA', 'KGM', ...lines), lineCount: 5000 }
    expect(sentenceTexts(manyLines)).toEqual(['Unit changed from pcs to kg (Lines 1, 2, 3, 4, 5, 6 and 4,994 more)'])
  })

  test('a line that came or went is one sentence with its quantity', () => {
    expect(
      sentenceTexts(
        change('line', null, 'BK-4 Bell', '40'),
        change('sku', null, 'BK-4', '40'),
        change('quantity', null, '12', '40'),
        change('unit', null, 'EA', '40'),
        change('line', 'BK-5 Horn', null, '50'),
        change('unitPrice', null, '3', '40'),
      ),
    ).toEqual(['Line 40 · BK-4 Bell added: 12 pcs', 'Line 50 · BK-5 Horn removed'])
  })

  test('amounts that follow from a price or a total are not said again', () => {
    expect(
      sentenceTexts(
        change('net', '100', '110'),
        change('tax', '19', '20.9'),
        change('gross', '119', '130.9'),
        change('unitPrice', '10', '11', '10'),
        change('amount', '100', '110', '10'),
      ),
    ).toEqual(['Total changed from 119.00 EUR to 130.90 EUR', 'Price changed from 10.00 EUR to 11.00 EUR (Line 10)'])
  })

  test('statuses, holds, papers and tracking numbers are said in the words of the page', () => {
    expect(
      sentenceTexts(
        change('status', 'confirmed', 'on_hold'),
        change('fulfilment', 'not_shipped', 'partially_shipped'),
        change('holdReason', null, 'Credit limit reached'),
        change('attachment', null, 'terms.pdf'),
        change('trackingNumber', null, '1Z 9'),
        change('paymentTerms', '14 days', '30 days'),
        change('customerReference', null, 'PO-1'),
      ),
    ).toEqual([
      'Status changed from Confirmed to On hold',
      'Progress: Not shipped → Partly shipped',
      'On hold: Credit limit reached',
      'File added: terms.pdf',
      'Tracking number 1Z 9 added',
      'Payment terms changed from 14 days to 30 days',
      'Your reference is now PO-1',
    ])
  })
})
