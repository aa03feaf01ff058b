import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definitions } from '../documents/types.ts'
import { languages } from '../languages.ts'
import { type DocumentType, documentTypes } from '../values.ts'
import { type AnswerFacts, answerOf, answerRules } from './rules.ts'

const today = '2026-03-10'
const plain: Omit<AnswerFacts, 'status'> = {
  today,
  date: null,
  acted: false,
  promiseMoved: false,
  nothingOpen: false,
  delivered: false,
  short: false,
  creditNote: false,
  disputed: 'no',
  promisedPayment: null,
  lastReport: null,
}
const [past, future] = ['2026-03-01', '2026-03-20']

/** Type, status, other facts, and what the page says then. */
const cases: readonly (readonly [DocumentType, string, Partial<AnswerFacts>, string, string])[] = [
  ['quotes', 'requested', {}, 'preparing', 'info'],
  ['quotes', 'in_preparation', { date: future }, 'preparing', 'info'],
  ['quotes', 'open', { date: future, acted: true }, 'answered', 'info'],
  ['quotes', 'open', { date: today }, 'lastDay', 'warn'],
  ['quotes', 'open', { date: future }, 'open', 'info'],
  ['quotes', 'open', {}, 'openUndated', 'info'],
  ['quotes', 'revision_requested', { date: future }, 'revision', 'info'],
  ['quotes', 'accepted', { date: past }, 'accepted', 'good'],
  ['quotes', 'ordered', { date: past }, 'ordered', 'good'],
  ['quotes', 'rejected', { date: past }, 'rejected', 'neutral'],
  ['quotes', 'withdrawn', { date: future }, 'withdrawn', 'neutral'],
  ['quotes', 'expired', { date: past }, 'expired', 'neutral'],
  ['quotes', 'expired', {}, 'expiredUndated', 'neutral'],
  ['orders', 'on_hold', { date: past }, 'held', 'warn'],
  ['orders', 'on_hold', { date: past, acted: true }, 'heldAnswered', 'warn'],
  ['orders', 'rejected', { date: past }, 'rejected', 'bad'],
  ['orders', 'cancelled', { date: past }, 'cancelled', 'neutral'],
  ['orders', 'completed', { short: true, date: past }, 'short', 'neutral'],
  ['orders', 'completed', { delivered: true, date: past }, 'delivered', 'good'],
  ['orders', 'completed', { date: past }, 'completed', 'good'],
  ['orders', 'confirmed', { delivered: true, date: past }, 'delivered', 'good'],
  ['orders', 'confirmed', { promiseMoved: true, date: future }, 'moved', 'warn'],
  ['orders', 'confirmed', { promiseMoved: true, date: past }, 'overdue', 'bad'],
  ['orders', 'in_progress', { date: past }, 'overdue', 'bad'],
  ['orders', 'in_progress', { date: future, nothingOpen: true }, 'shipped', 'progress'],
  ['orders', 'in_progress', { date: future }, 'dated', 'progress'],
  ['orders', 'received', {}, 'unconfirmed', 'info'],
  ['orders', 'confirmed', {}, 'undated', 'info'],
  ['shipments', 'delivery_failed', { date: past }, 'failed', 'bad'],
  ['shipments', 'on_hold', { date: past }, 'held', 'warn'],
  ['shipments', 'ready_for_pickup', { date: past }, 'pickup', 'warn'],
  ['shipments', 'partially_delivered', { date: past }, 'partly', 'warn'],
  ['shipments', 'delivered', { date: past }, 'delivered', 'good'],
  ['shipments', 'delivered', {}, 'deliveredUndated', 'good'],
  ['shipments', 'returned', { date: past }, 'returned', 'neutral'],
  ['shipments', 'lost_or_damaged', { date: past }, 'lost', 'bad'],
  ['shipments', 'cancelled', { date: past }, 'cancelled', 'neutral'],
  ['shipments', 'unknown', { date: past }, 'silent', 'warn'],
  ['shipments', 'planned', { date: past }, 'notLeft', 'bad'],
  ['shipments', 'packed', { date: future }, 'prepared', 'info'],
  ['shipments', 'label_created', {}, 'preparedUndated', 'info'],
  ['shipments', 'in_transit', { date: past, lastReport: past }, 'overdue', 'bad'],
  ['shipments', 'out_for_delivery', { date: past }, 'overdue', 'bad'],
  ['shipments', 'customs', { date: past }, 'overdue', 'bad'],
  ['shipments', 'customs', { date: future, lastReport: past }, 'customs', 'progress'],
  ['shipments', 'customs', {}, 'customsUndated', 'progress'],
  ['shipments', 'out_for_delivery', { date: today }, 'outToday', 'progress'],
  ['shipments', 'out_for_delivery', { date: future }, 'out', 'progress'],
  ['shipments', 'in_transit', { date: future, lastReport: '2026-03-06' }, 'quiet', 'warn'],
  ['shipments', 'in_transit', { date: future, lastReport: '2026-03-07' }, 'coming', 'progress'],
  ['shipments', 'picked_up', { date: today }, 'today', 'progress'],
  ['shipments', 'picked_up', { date: future }, 'coming', 'progress'],
  ['shipments', 'in_transit', {}, 'underWay', 'progress'],
  ['invoices', 'cancelled', { date: past }, 'cancelled', 'neutral'],
  ['invoices', 'settled', { creditNote: true }, 'creditSettled', 'neutral'],
  ['invoices', 'credit', { creditNote: true }, 'credit', 'good'],
  ['invoices', 'overdue', { creditNote: true, date: past }, 'credit', 'good'],
  ['invoices', 'paid', { date: past }, 'paid', 'good'],
  ['invoices', 'paid', {}, 'paidUndated', 'good'],
  ['invoices', 'credited', { date: past }, 'credited', 'neutral'],
  ['invoices', 'settled', { date: past }, 'settled', 'neutral'],
  ['invoices', 'open', { nothingOpen: true, date: past }, 'settled', 'good'],
  ['invoices', 'overdue', { disputed: 'wholly', date: past }, 'disputed', 'warn'],
  ['invoices', 'overdue', { disputed: 'partly', date: past }, 'overdue', 'bad'],
  ['invoices', 'overdue', { promisedPayment: today, date: past }, 'promised', 'info'],
  ['invoices', 'overdue', { promisedPayment: past, date: past }, 'overdue', 'bad'],
  ['invoices', 'open', { date: today }, 'today', 'warn'],
  ['invoices', 'partially_paid', { date: future }, 'partlyPaid', 'info'],
  ['invoices', 'open', { date: future }, 'due', 'info'],
  ['invoices', 'open', {}, 'undated', 'info'],
]

describe('the page of a document says first', () => {
  test.each(cases)('of %s that are %s %j: %s, in the tone %s', (type, status, known, name, tone) => {
    expect(answerOf(type, { ...plain, status, ...known })).toMatchObject({ name, tone })
  })

  test('each sentence in some case', () => {
    const said = new Set(cases.map(([type, , , name]) => `${type} ${name}`))
    const rules = documentTypes.flatMap((type) => (answerRules[type] ?? []).map(({ name }) => `${type} ${name}`))
    expect(rules.filter((rule) => !said.has(rule))).toEqual([])
  })

  test('something of every status, whatever the facts', () => {
    const statuses = documentTypes.flatMap((type) =>
      Object.keys(definitions[type].statuses).map((status) => [type, status] as const),
    )
    const day = fc.constantFrom(null, past, today, future)
    const facts = fc.record({
      date: day,
      lastReport: day,
      promisedPayment: day,
      disputed: fc.constantFrom('no' as const, 'partly' as const, 'wholly' as const),
      ...Object.fromEntries(
        (['acted', 'promiseMoved', 'nothingOpen', 'delivered', 'short', 'creditNote'] as const).map((name) => [
          name,
          fc.boolean(),
        ]),
      ),
    })
    fc.assert(
      fc.property(fc.constantFrom(...statuses), facts, ([type, status], known) => {
        const rule = answerOf(type, { ...plain, ...known, status })
        expect(rule).toBeDefined()
        // What it says of a day it says only when there is one.
        if (rule?.when === 'dated' || rule?.when === 'overdue') expect(known.date).not.toBeNull()
      }),
    )
  })
})

describe.each(languages)('in the language %s', (language) => {
  const file = new URL(`../messages/${language}/detail.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
  const rules = documentTypes.flatMap((type) =>
    (answerRules[type] ?? []).map((rule) => [`answer.${type}.${rule.name}`, rule] as const),
  )

  test.each(rules)('%s has a sentence, and names the day where the rule has one', (key, { when, next }) => {
    const text = texts[key] ?? ''
    expect(text).not.toBe('')
    const dated = when === 'dated' || when === 'overdue' || when === 'moved' || when === 'promised'
    expect([key, text.includes('{date}')]).toEqual([key, dated])
    expect([key, texts[`${key}.next`] !== undefined]).toEqual([key, next !== undefined])
  })

  test('no sentence is left over', () => {
    const known = new Set(rules.flatMap(([key]) => [key, `${key}.next`]))
    const sentences = Object.keys(texts).filter((key) =>
      documentTypes.some((type) => key.startsWith(`answer.${type}.`)),
    )
    expect(sentences.filter((key) => !known.has(key))).toEqual([])
  })
})
