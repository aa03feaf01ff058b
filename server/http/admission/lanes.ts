import type { Endpoint } from '#contract/endpoint.ts'
import type { LaneLimits } from './lane.ts'
import type { Rate } from './rate-limiter.ts'

/*
 * Who may have how much of the portal at once. Calls run in lanes, so that a crowd in one never holds up another; in each
 * lane nobody gets more than a share. docs/limits.md says the same for operators; a test compares the two.
 */

export type LaneName = 'people' | 'strangers' | 'search' | 'papers' | 'files' | 'ingest' | 'keys'

/** What the lanes are cut from: cores that the process may use, and connections to the database for signed-in people. */
export type Capacity = { cores: number; connections: number }

/** Milliseconds. A call that meets a full lane is answered within 250, whatever the answer. */
const shortWait = 150

/** The limits of every lane. Those of who reads never use up the connections, so that a health check always finds one. */
export function lanesFor({ cores, connections }: Capacity): Record<LaneName, LaneLimits> {
  // One caller never holds the last core, nor the last place: searches and imports keep a core busy each.
  const heavyPlaces = Math.max(2, Math.min(3, cores, Math.floor(connections / 3)))
  const strangers = Math.max(2, Math.floor(connections / 4))
  const files = connections < 16 ? 1 : 2
  const people = Math.max(2, connections - strangers - heavyPlaces - files)
  return {
    people: {
      places: people,
      // More at once would be done no sooner, and take the cores from everybody else.
      each: Math.min(Math.max(2, cores), Math.ceil(people / 2)),
      account: Math.ceil(people / 2),
      waiting: 64,
      wait: shortWait,
      // On a slow machine the calls of one page take long one after the other: better late than refused.
      ownWait: 5_000,
    },
    // An office shares its address: all of it may come back at the same moment.
    strangers: {
      places: strangers,
      each: strangers - 1,
      account: strangers,
      waiting: 128,
      wait: shortWait,
      ownWait: 2_000,
    },
    search: {
      places: heavyPlaces,
      each: heavyPlaces - 1,
      account: heavyPlaces - 1,
      waiting: 12,
      wait: shortWait,
      ownWait: 3_000,
    },
    // Setting one takes long beside reading it, so a place is held by few and waited for by many.
    papers: { places: 4, each: 2, account: 3, waiting: 24, wait: 10_000, ownWait: 20_000 },
    // A file waits between two of its pages as long as it takes: one that was broken off would have to begin anew.
    files: {
      places: files,
      each: 1,
      account: 1,
      waiting: 32,
      wait: Number.POSITIVE_INFINITY,
      ownWait: Number.POSITIVE_INFINITY,
    },
    // An ERP waits: what it sends must not be lost half way. How many streams it may have open is limited below.
    ingest: {
      places: heavyPlaces,
      each: heavyPlaces - 1,
      account: heavyPlaces,
      waiting: 32,
      wait: Number.POSITIVE_INFINITY,
      ownWait: Number.POSITIVE_INFINITY,
    },
    /** Looking API keys up. */
    keys: { places: 3, each: 2, account: 3, waiting: 64, wait: 2_000, ownWait: 2_000 },
  }
}

/**
 * After a call in these lanes its place stays empty while others read, which they did if one of them called within the last
 * `whileReadWithin` milliseconds: so many times as long as the call took, `atMost` milliseconds. The place of an import is then
 * nobody's, that of the others only not their own caller's.
 */
export const restPolicy: RestPolicy = {
  times: { strangers: 1, ingest: 2, search: 4, papers: 3, files: 6 },
  atMost: 200,
  whileReadWithin: 250,
}
type RestPolicy = { times: Partial<Record<LaneName, number>>; atMost: number; whileReadWithin: number }

/** Calls that one caller may make in a second, on average, and in one burst. */
export type Rates = Record<'person' | 'searcher' | 'printer' | 'stranger' | 'visitor', Rate>
export const rates: Rates = {
  /** A signed-in person: five pages a second, which nobody reads. */
  person: { perSecond: 20, burst: 200 },
  /** The same person, by searches: each keeps the database busy for as long as dozens of pages. */
  searcher: { perSecond: 4, burst: 40 },
  /** The same person, by papers, each of which keeps a core busy while it is set. Many at once come as one ZIP. */
  printer: { perSecond: 4, burst: 20 },
  /** An address, by calls without a sign-in. */
  stranger: { perSecond: 20, burst: 300 },
  /** An address, by pages, scripts and pictures: a whole company may open the portal at eight o'clock. */
  visitor: { perSecond: 300, burst: 3_000 },
}

/** What is counted besides the calls of a person, by lane. */
export const laneRates: Partial<Record<LaneName, keyof Rates>> = { search: 'searcher', papers: 'printer' }

const searchEndpoints = new Set(['searchDocuments'])
const paperEndpoints = new Set(['downloadPaper', 'printStatement'])
const fileEndpoints = new Set([
  'exportDocuments',
  'exportSelected',
  'downloadDocuments',
  'downloadRelated',
  'downloadStatement',
  'downloadComing',
  'downloadItemLines',
  'exportAudit',
])
/** Open for hours and no work, or asked by what watches whether the portal is well. */
const unlimitedEndpoints = new Set(['followChanges', 'followConsole', 'live', 'ready'])

/**
 * The lane of a call; undefined for those that need none. Lists that are narrowed by words are searches. What follows of a
 * file once its call is answered takes a place for each page (see pages-in-lane.ts).
 */
export function laneOf(endpoint: Endpoint, query: unknown): LaneName | undefined {
  if (unlimitedEndpoints.has(endpoint.name)) return undefined
  // A stream of documents takes a place for each batch that it writes, and so do the documents of a file.
  if (endpoint.accepts === 'application/x-ndjson' || endpoint.name === 'ingestFiles') return undefined
  if (endpoint.access === 'ingest') return 'ingest'
  if (paperEndpoints.has(endpoint.name)) return 'papers'
  if (fileEndpoints.has(endpoint.name)) return 'files'
  if (endpoint.access !== 'viewer' && endpoint.access !== 'staff') return 'strangers'
  const isTextSearch = typeof query === 'object' && query !== null && ('q' in query || 'text' in query)
  return searchEndpoints.has(endpoint.name) || isTextSearch ? 'search' : 'people'
}
