import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScanReader, groupSeparator } from './scan-reader.ts'

type Key = { key: string; after?: number; ctrlKey?: boolean; inField?: boolean }

/** Types keys, each some milliseconds after the previous one; returns what was scanned and which keys were consumed. */
function typeKeys(...keys: Key[]) {
  const readKey = createScanReader()
  let timeStamp = 0
  const taken: string[] = []
  const scanned: string[] = []
  for (const { key, after = 5, ctrlKey = false, inField = false } of keys) {
    timeStamp += after
    const reading = readKey({ key, timeStamp, ctrlKey, metaKey: false, altKey: false }, inField)
    if (reading.consumed) taken.push(key)
    if (reading.scanned !== null) scanned.push(reading.scanned)
  }
  return { scanned, taken: taken.join('') }
}
const keys = (text: string, after = 5): Key[] => [...text].map((key) => ({ key, after }))

test('what is typed in a burst and ended with Enter is a scan, and none of it reaches a shortcut', () => {
  const url = 'https://id.gs1.org/01/09506000134352/21/12345'
  expect(typeKeys(...keys(url), { key: 'Enter' })).toEqual({ scanned: [url], taken: `${url.slice(1)}Enter` })
})

test('what a person types is left alone', () => {
  expect(typeKeys(...keys('/orders', 120), { key: 'Enter', after: 200 })).toEqual({ scanned: [], taken: '' })
  expect(typeKeys(...keys('4711'), { key: 'Enter', after: 400 })).toMatchObject({ scanned: [] })
  expect(typeKeys(...keys('ab'), { key: 'Enter' })).toMatchObject({ scanned: [] })
})

test('a field keeps what is typed into it', () => {
  expect(
    typeKeys(...keys('09506000134352').map((key) => ({ ...key, inField: true })), { key: 'Enter', inField: true }),
  ).toEqual({
    scanned: [],
    taken: '',
  })
})

test('the separator comes as Ctrl+] or as itself, and Shift between the letters ends nothing', () => {
  const end = [...keys('21X'), { key: 'Enter' }]
  const text = `10AB${groupSeparator}21X`
  expect(typeKeys(...keys('10AB'), { key: 'Control' }, { key: ']', ctrlKey: true }, ...end).scanned).toEqual([text])
  expect(typeKeys(...keys('10A'), { key: 'Shift' }, { key: 'B' }, { key: groupSeparator }, ...end).scanned).toEqual([
    text,
  ])
})

test('one scan after the other is read, whatever the labels say', () => {
  const label = fc.stringMatching(/^[\x21-\x7e]{4,80}$/)
  fc.assert(
    fc.property(fc.array(label, { maxLength: 5 }), (labels) => {
      const typed = labels.flatMap((labelText) => [
        ...keys(labelText).map((key, index) => (index === 0 ? { ...key, after: 500 } : key)),
        { key: 'Enter' },
      ])
      expect(typeKeys(...typed).scanned).toEqual(labels)
    }),
  )
})
