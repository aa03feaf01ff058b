import type { Pool } from 'pg'
import type { Seller } from '#contract/seller.ts'
import type { Listener } from '#database/listen.ts'
import { atEnd } from '#database/testing/at-end.ts'
import type { AppDeps } from '../app-deps.ts'
import { type Branding, brandingOf } from '../papers/branding.ts'
import { createPdfWorkerPool } from '../papers/pdf-worker-pool.ts'
import { openPublishing } from '../publishing.ts'
import { readTerms } from '../terms/terms.ts'

/** The workers that set papers. Ended after the file's last test. */
export function testPapers(seller?: Seller): AppDeps['papers'] & { branding: Branding } {
  const pdfWorker = createPdfWorkerPool({ processes: 1 })
  atEnd(pdfWorker.close)
  return {
    pdfWorker,
    branding: brandingOf('Test portal', '#c8102e', seller && { seller, logo: undefined }),
    mostLines: 6_000,
  }
}

/** What staff have published on this database, as a server of it holds it. */
export async function testPublishing(
  { db, listener, clock }: { db: Pool; listener: Listener; clock: () => Date },
  papers: ReturnType<typeof testPapers>,
  faqFolder?: string,
): Promise<AppDeps['publishing']> {
  return openPublishing({
    ...{ db, listener, clock, papers, faqFolder, terms: await readTerms(undefined) },
    brand: { name: 'Test portal', brandColor: null, logo: null, links: [] },
    address: 'http://portal.test',
    onFailure: () => undefined,
  })
}
