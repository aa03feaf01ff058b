import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTextKey } from '../texts.ts'
import { isAmountField, kindOfChange, recordedLineFields } from './changes.ts'
import { allLineFields, lineFields, lineFieldsWith, lineParticulars } from './line-fields.ts'

const folder = join(import.meta.dirname, '../messages/en')
const english: Record<string, string> = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
)

describe('the fields of a line', () => {
  test('stand in one of the two lists, under a name of their own', () => {
    expect(Object.keys(lineFields).filter((name) => Object.hasOwn(lineParticulars, name))).toEqual([])
  })

  test('have a label wherever they are shown, and one that papers know where they are printed', () => {
    const labels = (names: readonly string[]) => names.map((name) => allLineFields[name]?.label ?? `field.${name}`)
    expect(labels(lineFieldsWith('detail')).filter((key) => !Object.hasOwn(english, key))).toEqual([])
    expect(labels(lineFieldsWith('paper')).filter((key) => !isTextKey(key))).toEqual([])
  })

  test('are kept apart in the history where they tell a price', () => {
    const priced = recordedLineFields.filter((name) => allLineFields[name]?.priced)
    expect(priced).toEqual(['unitPrice', 'discountPercent', 'amount'])
    expect(recordedLineFields.filter(isAmountField)).toEqual(priced)
    expect(recordedLineFields.filter((name) => kindOfChange(name) === 'money' && !isAmountField(name))).toEqual([])
  })
})
