import { expect, test } from 'vitest'
import type { PreparedDocument } from '../check/prepare.ts'
import type { FormerDocument } from '../match/holdings.ts'
import { withdrawnWarnings } from './plan-problems.ts'

test('a document that was withdrawn and comes again is told with the moment at which it was, whatever the time zone', () => {
  const former = { withdrawnAt: '2026-03-09T21:00:00.000Z', until: Date.parse('2026-03-08T08:00:00Z') }
  expect(withdrawnWarnings({ number: 'SO-1' } as PreparedDocument, former as FormerDocument)).toEqual([
    {
      path: '$.modifiedAt',
      message:
        'SO-1 was withdrawn at 2026-03-09T21:00:00.000Z and stays so: it comes back by a "modifiedAt" after 2026-03-08T08:00:00.000Z.',
    },
  ])
})
