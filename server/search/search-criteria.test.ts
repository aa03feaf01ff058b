import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearchQuery } from '#contract/search/query.ts'
import { asOneReference, fragmentsOf, groupText, parseCriteria } from './search-criteria.ts'

test('whatever is typed asks for a handful of short terms, free of signs that the index would read', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 10_000 }),
    fc
      .array(fc.constantFrom('po:1', 'sn:%', "'", '\\', '*', ':', '1,190.50', '00042', 'w|x', '$1190'), {
        maxLength: 500,
      })
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.boolean(), (typed, prices) => {
      const criteria = parseCriteria(parseSearchQuery(typed, { prices }), { prices })
      for (const variant of [criteria, asOneReference(criteria), fragmentsOf(criteria)]) {
        expect(variant?.groups.length ?? 0).toBeLessThanOrEqual(17)
        expect(variant?.fragments.length ?? 0).toBeLessThanOrEqual(16)
        for (const group of variant?.groups ?? []) {
          expect(groupText(group).toWellFormed()).toMatch(/^([ABC]\/)?[\p{L}\p{N}\uFFFD$. ]+$/u)
          expect(groupText(group).length).toBeLessThanOrEqual(160)
          if (!prices) expect(groupText(group)).not.toContain('$')
        }
        for (const { term } of variant?.fragments ?? [])
          expect(term.toWellFormed()).toMatch(/^[\p{L}\p{N}\uFFFD]{3,60}$/u)
      }
    }),
    { numRuns: 60 },
  )
})
