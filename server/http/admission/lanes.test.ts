import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { laneOf, lanesFor } from './lanes.ts'

const laneOfCall = (name: string, query: unknown = {}) => {
  const found = endpoints.find((endpoint) => endpoint.name === name)
  if (found === undefined) throw new Error(`There is no endpoint ${name}`)
  return laneOf(found, query)
}

test.each([
  ['people', ['listDocuments', 'showDocument', 'listItems', 'writeToSupport', 'downloadUbl', 'exportPersonalData']],
  ['strangers', ['login', 'refresh', 'logout', 'showPortal']],
  ['search', ['searchDocuments']],
  ['papers', ['downloadPaper', 'printStatement']],
  [
    'files',
    [
      ...['exportDocuments', 'exportSelected', 'downloadDocuments', 'downloadRelated'],
      ...['downloadStatement', 'downloadComing', 'downloadItemLines', 'exportAudit'],
    ],
  ],
  [
    'ingest',
    [
      'reconcileDocuments',
      'ingestUbl',
      'ingestCii',
      'captureEpcis',
      'ingestAttachment',
      'withdrawDocument',
      'setAddresses',
      'setCreditLimit',
    ],
  ],
  // Open for hours, asked by what watches the portal, or taking a place for each batch.
  [undefined, ['followChanges', 'followConsole', 'live', 'ready', 'ingestDocuments', 'changeDocuments', 'ingestFiles']],
])('a crowd of calls in the lane %s holds up only calls of its kind', (lane, names) => {
  for (const name of names) expect([name, laneOfCall(name)]).toEqual([name, lane])
})

test('a list that is narrowed by words is a search, and a stranger who types words stays a stranger', () => {
  expect(laneOfCall('listDocuments', { q: 'pump' })).toBe('search')
  expect(laneOfCall('listItems', { text: 'pump' })).toBe('search')
  for (const query of [{ status: 'open' }, undefined, null, 'q', {}])
    expect([query, laneOfCall('listDocuments', query)]).toEqual([query, 'people'])
  expect(laneOfCall('searchDocuments', null)).toBe('search')
  expect(laneOfCall('login', { q: 'pump' })).toBe('strangers')
  expect(laneOfCall('exportDocuments', { q: 'pump' })).toBe('files')
})

test.each([
  // Two calls of a page on one core, one on each of several, and half of the places at most.
  [1, 16, 2],
  [2, 16, 2],
  [4, 16, 4],
  [16, 16, 4],
])(
  'with %d cores and %d connections one person has %d calls under way, and leaves others their places',
  (cores, connections, each) => {
    const { people } = lanesFor({ cores, connections })
    expect(people.each).toBe(each)
    expect(people.places).toBeGreaterThan(each)
  },
)

test('who reads, searches and fetches files never takes the last connection', () => {
  for (const cores of [1, 2, 4, 16])
    for (const connections of [6, 8, 16, 40, 100]) {
      const { people, search, files } = lanesFor({ cores, connections })
      const used = people.places + search.places + files.places
      expect([cores, connections, used < connections]).toEqual([cores, connections, true])
    }
})
