import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '#contract/search-parameters.ts'
import { documentTypes } from '#contract/values.ts'
import {
  documentPath,
  enquiryPath,
  faqPath,
  itemPath,
  itemTrackerPath,
  listPath,
  notificationsPath,
  requestsPath,
  searchPath,
  statementPath,
  unitPath,
} from '../paths.ts'
import { fillPath, matcherOf, type Target } from '../routing/routes.ts'
import { routes } from './routes.ts'

const matchPath = matcherOf(routes)
/** What an address says to the page that it leads to. */
function follow(target: Target) {
  const match = matchPath(fillPath(target.to, target.params))
  const search = match?.route.search?.(parseSearch(stringifySearch(target.search ?? {}))) ?? {}
  return match && { to: match.path, params: match.params, search }
}

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/^[ ]*$/.test(text))
const type = fc.constantFrom(...documentTypes)

describe('a link', () => {
  test('leads to the page that it names, whatever stands in a number, a code or a search', () => {
    fc.assert(
      fc.property(type, anyText, (documentType, text) => {
        const targets = [documentPath(documentType, text), itemPath(text), unitPath(text), searchPath(text)]
        for (const target of targets) expect(follow(target)).toEqual({ search: {}, ...target })
      }),
    )
  })

  test('brings along the filters that it names', () => {
    const targets = [
      listPath('invoices', { status: 'overdue,open', q: 'pump & valve', sort: '-gross' }),
      notificationsPath({ type: 'orders', unread: 'true' }),
      requestsPath({ waiting: 'true', returns: 'R-1/2' }),
      statementPath({ from: '2026-01-01', to: '2026-02-28', currency: 'EUR' }),
      enquiryPath({ sku: 'A 1/2' }),
      itemTrackerPath({ q: '50% "blue"' }),
      faqPath({ q: 'return', about: 'orders/SO-1' }),
      searchPath('50%', { type: 'quotes' }),
    ]
    for (const target of targets) expect(follow(target)).toEqual({ params: {}, ...target })
  })
})

test('an address that is no page’s leads nowhere', () => {
  for (const path of ['/bananas', '/Orders', '/orders/SO-1/lines', '/profile/wages', '/bananas/1'])
    expect(matchPath(path)).toBeNull()
})

test('a page of its own goes before one that is named by a text', () => {
  expect(matchPath('/itemTracker/units/7')?.path).toBe('/itemTracker/units/$code')
  expect(matchPath('/profile/requests/new')?.path).toBe('/profile/requests/new')
  expect(matchPath('/dashboard/')?.path).toBe('/dashboard')
})

test('a text that is not well encoded is taken as it stands', () => {
  expect(matchPath('/orders/50%')?.params).toEqual({ type: 'orders', number: '50%' })
})
