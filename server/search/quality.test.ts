import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import type { searchDocuments } from '#contract/search/search.ts'
import { testPortal } from '../testing/portal.ts'

/* The questions of bench/questions with their right answers; bench/search-quality.ts asks many more. */

const folder = join(import.meta.dirname, '../../bench/questions')
const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
const documents = lines('documents.ndjson').map((line) => JSON.parse(line) as IngestDocument)
const languages = JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8')) as Record<string, string>
const questions = lines('queries.tsv')
  .slice(1)
  .map((line) => line.split('\t') as [account: string, of: string, kind: string, typed: string, right: string])

const portal = await testPortal('2026-06-15T09:00:00Z')
const readers = new Map<string, string>()
beforeAll(async () => {
  expect((await portal.ingest(...documents)).created).toBe(documents.length)
  for (const [account, language] of Object.entries(languages)) {
    await portal.database.owner.query('update accounts set language = $1 where number = $2', [language, account])
    readers.set(account, await portal.signIn(`${account.toLowerCase()}@q.example`, account))
  }
})

/** The questions of one kind whose first hit is not among the right documents. */
async function missed(sort: string): Promise<{ missed: string[]; asked: number }> {
  const asked = questions.filter(([, of]) => of === sort)
  const misses: string[] = []
  for (const [account, , kind, typed, right] of asked) {
    const { body } = await portal.get(
      `/search?limit=8&suggest=true&q=${encodeURIComponent(typed)}`,
      readers.get(account),
    )
    const first = (body as Reply<typeof searchDocuments>).hits[0]?.number
    if (!right.split(' ').includes(first ?? '')) misses.push(`${account} ${kind} “${typed}”: ${first ?? 'nothing'}`)
  }
  return { missed: misses, asked: asked.length }
}

test.each([
  ['reference', 0.95],
  ['word', 0.85],
])('the first hit for a %s is right in at least %d of all cases', { timeout: 30_000 }, async (sort, least) => {
  const { missed: misses, asked } = await missed(sort)
  expect(asked).toBeGreaterThan(100)
  expect(1 - misses.length / asked, misses.join('\n')).toBeGreaterThanOrEqual(least)
})
