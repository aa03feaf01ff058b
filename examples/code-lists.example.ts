import { expect, test } from 'vitest'
import { milestoneOf } from '#contract/documents/vocabularies.ts'
import { examplesEndingWith, readExample } from './files.ts'

const files = examplesEndingWith('TransportationStatusCode-2.0.gc')

test.skipIf(files.length === 0)('every code of Recommendation 24 is known', () => {
  for (const name of files) {
    const codes = [
      ...readExample(name)
        .toString()
        .matchAll(/ColumnRef="code">\s*<SimpleValue>([^<]+)</g),
    ]
    expect(codes.length).toBeGreaterThan(300)
    for (const [, code] of codes) expect(milestoneOf('rec24', String(Number(code))), code).toBeDefined()
  }
})
