import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { brandingOf } from './branding.ts'
import { examplePaper } from './example.ts'
import { exampleAccount, exampleReturn } from './example-documents.ts'
import { localeFor } from './locale.ts'
import { returnContent } from './return.ts'

const branding = brandingOf('Track & Trace', '#0b5fa5', undefined)
/** In the evening of one day by UTC, and in the morning of the next where the supplier is. */
const morning = new Date('2026-03-09T21:00:00Z')

const time = { now: morning, today: '2026-03-10' }

beforeEach(() => vi.stubEnv('TZ', 'Australia/Sydney'))
afterEach(() => vi.unstubAllEnvs())

test('the sheet of a return names the supplier’s days on which it was requested and approved', () => {
  const steps = [
    { step: 'asked' as const, at: morning.toISOString() },
    { step: 'approved' as const, at: '2026-03-10T12:30:00.000Z' },
  ]
  const content = returnContent({ ...exampleReturn(1, time), steps }, exampleAccount, localeFor('en', null), branding)
  const days = content.facts.filter(({ label }) => label.endsWith(' on'))
  expect(days.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Requested on 10 Mar 2026',
    'Approved on 10 Mar 2026',
  ])
})

test('an example of a paper is of the supplier’s day', () => {
  const example = { kind: 'quotes', lines: 1, now: morning } as const
  const { data } = examplePaper(example, branding, 'en')
  expect(data).toContain('10 Mar 2026')
  expect(data).toContain('9 Apr 2026')
  expect(data).not.toContain('8 Apr 2026')
})
