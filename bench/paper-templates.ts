import { paperTemplates } from '#contract/seller.ts'
import { demoSeller } from '#database/seed/supplier.ts'
import { brandingOf } from '#server/papers/branding.ts'
import { examplePaper } from '#server/papers/example.ts'
import { createPdfWorkerPool } from '#server/papers/pdf-worker-pool.ts'
import { atMost, type Finding, median } from './harness/finding.ts'
import { reportProgress } from './harness/progress.ts'

/** Lines of an invoice, with how often it is made of each template. */
const sizes = [
  { lines: 40, rounds: 25 },
  { lines: 5_000, rounds: 5 },
] as const
/** How much longer a template may take than the one of before. */
const most = 1.25

/** Measures a short and a very long invoice of each template, in turn, so that other work on the machine meets all alike. */
export async function paperTemplatesInTurn(): Promise<Finding[]> {
  const worker = createPdfWorkerPool({ processes: 1 })
  const now = new Date()
  const timeOf = async (paperTemplate: (typeof paperTemplates)[number], lines: number) => {
    const branding = brandingOf('Portal', '#0b5fa5', { seller: { ...demoSeller, paperTemplate }, logo: undefined })
    const paper = examplePaper({ kind: 'invoices', lines, now }, branding, 'en')
    const startedAt = performance.now()
    await worker.print(paper)
    return performance.now() - startedAt
  }
  try {
    const findings: Finding[] = []
    for (const { lines, rounds } of sizes) {
      const timings = new Map(paperTemplates.map((template) => [template, [] as number[]]))
      // The first round starts the worker and loads the fonts.
      for (let round = -1; round < rounds; round++) {
        for (const [template, times] of timings) {
          const time = await timeOf(template, lines)
          if (round >= 0) times.push(time)
        }
      }
      const standard = median(timings.get(paperTemplates[0]) ?? [])
      for (const [template, times] of timings) {
        const figures = `${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`
        const finding = atMost(
          `PDF of an invoice of ${lines} lines, template ${template}: time against ${paperTemplates[0]}`,
          median(times) / standard,
          most,
          figures,
        )
        findings.push(finding)
        reportProgress(`paper templates: ${template}, ${lines} lines: ${figures}`)
      }
    }
    return findings
  } finally {
    worker.close()
  }
}
