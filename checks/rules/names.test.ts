import { describe, expect, test } from 'vitest'
import { badMigrationNames, badNames } from './names.ts'
import { tooLong } from './sizes.ts'

const lines = (count: number) => 'const a = 1\n'.repeat(count)

describe('a file that has grown too long is caught', () => {
  test('a source file may have 300 lines and not one more', () => {
    expect(tooLong([{ path: 'server/app.ts', text: lines(300) }])).toEqual([])
    expect(tooLong([{ path: 'server/app.ts', text: lines(301) }])).toEqual(['server/app.ts: 301 lines, 300 allowed'])
  })

  test('a test may have 500 lines and not one more', () => {
    expect(tooLong([{ path: 'server/app.test.ts', text: lines(500) }])).toEqual([])
    expect(tooLong([{ path: 'e2e/chain.e2e.ts', text: lines(501) }])).toEqual([
      'e2e/chain.e2e.ts: 501 lines, 500 allowed',
    ])
  })
})

describe('a name that breaks the naming rules is caught', () => {
  test.for([
    'server/search/findItems.ts',
    'server/search/FindItems.ts',
    'server/search/find_items.ts',
    'web/search/searchPage.tsx',
    'web/search/Search-Page.tsx',
    'web/search/Search.ts',
    'server/itemTracker/routes.ts',
    'server/utils/text.ts',
    'web/shared/Table.tsx',
    'web/lib/text.ts',
    'server/common/text.ts',
    'server/search/helpers.ts',
    'server/search/search-helper.ts',
    'server/search/search-service.ts',
    'web/ui/ThemeManager.tsx',
    'server/misc.ts',
    'server/ingest/news.ts',
    'e2e/told.e2e.ts',
  ])('%s', (path) => {
    expect(badNames([path])).toHaveLength(1)
  })

  test('names that follow the rules pass', () => {
    const paths = [
      'server/search/find-items.ts',
      'server/search/find-items.test.ts',
      'web/search/SearchPage.tsx',
      'web/search/SearchPage.test.tsx',
      'web/main.tsx',
      'web/index.html',
      'database/migrations/0001-documents.sql',
      'docs/ARCHITECTURE.md',
      'docs/decisions/0001-one-package.md',
      'e2e/chain.e2e.ts',
      '.ci/run',
      'README.md',
    ]
    expect(badNames(paths)).toEqual([])
  })
})

describe('a migration that cannot be put in order is caught', () => {
  const at = (name: string) => `database/migrations/${name}`

  test('its name is NNNN-name.sql', () => {
    expect(badMigrationNames([at('0001-documents.sql'), at('0002-search.sql')])).toEqual([])
    for (const name of [
      '1-documents.sql',
      '0001_documents.sql',
      '0001-Documents.sql',
      '0001.sql',
      '0001-documents.ts',
    ]) {
      expect(badMigrationNames([at(name)]), name).toHaveLength(1)
    }
  })

  test('two of the same number and a gap', () => {
    expect(badMigrationNames([at('0001-a.sql'), at('0001-b.sql')])).toEqual([
      '0001-b.sql: the next number in turn is 0002',
    ])
    expect(badMigrationNames([at('0001-a.sql'), at('0003-b.sql')])).toEqual([
      '0003-b.sql: the next number in turn is 0002',
    ])
  })
})
