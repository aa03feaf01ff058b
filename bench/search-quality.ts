import { randomUUIDv7 } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { IngestDocument } from '#contract/ingest/documents.ts'
import { generate } from '#database/seed/generate.ts'
import { ingestDocuments } from '#server/ingest/ingest.ts'
import { search } from '#server/search/search.ts'
import { viewerOf } from '#server/testing/statement-plans.ts'
import { type Finding, median, percentile } from './harness/finding.ts'
import { type MeasuredDatabase, openMeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { derivedQuestions, type Question } from './harness/search-questions.ts'

const folder = join(import.meta.dirname, 'questions')
const promised = { reference: 0.95, word: 0.85 } as const

/** Further NDJSON files of documents, named after their owner: questions about their references and words are added. */
const extraFiles = (process.env.SEARCH_QUALITY_FILES ?? '').split(',').filter((file) => file !== '')

/**
 * Measures how often the first hit is right: over the demo, the documents of six languages beside this file and, when
 * named, other files. The documents themselves say what is right, not the search.
 */
export async function searchQuality(): Promise<Finding[]> {
  const data = await openMeasuredDatabase({ size: 'S' })
  try {
    const findings: Finding[] = []
    findings.push(...(await measureQuality(data, 'six languages', await writtenQuestions(data))))
    const today = new Date().toISOString().slice(0, 10)
    findings.push(...(await measureQuality(data, 'demo', deriveQuestions([...generate({ size: 'S', today })]))))
    for (const file of extraFiles) {
      const documents = linesOf(file).map((line) => JSON.parse(line) as IngestDocument)
      await ingest(data, documents)
      findings.push(...(await measureQuality(data, file.replace(/^.*\//, ''), deriveQuestions(documents))))
    }
    return findings
  } finally {
    await data.close()
    rmSync(data.folder, { recursive: true, force: true })
  }
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')

async function writtenQuestions(data: MeasuredDatabase): Promise<Question[]> {
  await ingest(
    data,
    linesOf(join(folder, 'documents.ndjson')).map((line) => JSON.parse(line) as IngestDocument),
  )
  const languages = JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8')) as Record<string, string>
  for (const [number, language] of Object.entries(languages)) {
    await data.owner.query('update accounts set language = $1 where number = $2', [language, number])
  }
  return linesOf(join(folder, 'queries.tsv'))
    .slice(1)
    .map((line): Question => {
      const [account = '', of, kind = '', typed = '', right = ''] = line.split('\t')
      return { account, of: of === 'word' ? 'word' : 'reference', kind, typed, right: new Set(right.split(' ')) }
    })
}

function deriveQuestions(documents: readonly IngestDocument[]): Question[] {
  const accounts = Map.groupBy(documents, ({ account }) => account)
  const largest = [...accounts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3)
  return largest.flatMap(([account, ownDocuments]) => derivedQuestions(account, ownDocuments))
}

async function ingest({ pools }: MeasuredDatabase, documents: readonly IngestDocument[]): Promise<void> {
  const report = await ingestDocuments(
    { workPool: pools.work, clock: () => new Date(), newId: () => randomUUIDv7() },
    documents.map((document, index) => ({ line: index + 1, document })),
    { dryRun: false, source: 'ndjson' },
  )
  if (report.rejected > 0) throw new Error(`Documents were refused: ${JSON.stringify(report.errors.slice(0, 3))}`)
}

async function measureQuality(
  { owner, pools }: MeasuredDatabase,
  dataSet: string,
  questions: readonly Question[],
): Promise<Finding[]> {
  const { rows } = await owner.query<{ id: string; number: string }>('select account_id as id, number from accounts')
  const ids = new Map(rows.map(({ id, number }) => [number, id]))
  const today = new Date().toISOString().slice(0, 10)
  const answers: (Question & { first: string; took: number })[] = []
  for (const question of questions) {
    const startedAt = performance.now()
    const { hits } = await search(
      pools.viewer,
      viewerOf(ids.get(question.account) ?? ''),
      { q: question.typed, limit: '8', suggest: 'true' },
      today,
    )
    answers.push({ ...question, first: hits[0]?.number ?? 'nothing', took: performance.now() - startedAt })
  }
  return (['reference', 'word'] as const).map((sort) => {
    const ofSort = answers.filter((answer) => answer.of === sort)
    const missed = ofSort.filter((answer) => !answer.right.has(answer.first))
    for (const { account, kind, typed, first } of missed)
      reportProgress(`${dataSet}, ${sort}, ${kind}: ${account} “${typed}” gave ${first}`)
    const share = ofSort.length === 0 ? 1 : 1 - missed.length / ofSort.length
    const times = ofSort.map(({ took }) => took)
    return {
      what: `search, ${dataSet}: the first hit for a ${sort} is right`,
      measured: share.toFixed(3),
      promise: `≥ ${promised[sort]}`,
      kept: share >= promised[sort],
      more: `${ofSort.length} queries; ${byKind(ofSort)}; p50 ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    }
  })
}

function byKind(answers: readonly (Question & { first: string })[]): string {
  return [...Map.groupBy(answers, ({ kind }) => kind)]
    .map(
      ([kind, ofKind]) =>
        `${kind} ${ofKind.filter((answer) => answer.right.has(answer.first)).length}/${ofKind.length}`,
    )
    .join(', ')
}
