import { documentTypes } from '#contract/values.ts'
import { compare, figures } from './harness/compare.ts'
import { atLeast, atMost, type Finding } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { detailPath, listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { startBare, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

/** Compares lists of fifty and details of all accounts, at 16 and 64 connections, with the bare server. */
export async function listAndDetail(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const documents = await sampleDocuments(data, 4000)
  const servers = { portal: await startPortal(data), bare: await startBare(data) }
  const findings: Finding[] = []
  try {
    const targets = {
      'list of 50': documents.map(({ accountId }, index) => {
        const type = documentTypes[index % documentTypes.length] as (typeof documentTypes)[number]
        return { accountId, path: listPath(type) }
      }),
      detail: documents.map((document) => ({ accountId: document.accountId, path: detailPath(document) })),
    }
    for (const [name, pageTargets] of Object.entries(targets)) {
      for (const connections of [16, 64]) {
        const requests = await requestsFor(servers.portal, pageTargets)
        const comparison = await compare(data, servers, requests, { connections, seconds, rounds })
        const what = `${name}, ${connections} connections`
        findings.push(atLeast(`${what}: throughput against bare`, comparison.ratio, 0.7, figures(comparison)))
        findings.push(atMost(`${what}: CPU per request against bare`, comparison.cpuRatio, 2, ''))
        findings.push(atMost(`${what}: p99 against bare`, comparison.slowRatio, 3, ''))
        reportProgress(
          `${what}: ${comparison.ratio.toFixed(2)} × bare, CPU ${comparison.cpuRatio.toFixed(2)} ×; ${figures(comparison)}`,
        )
      }
    }
  } finally {
    await Promise.all([servers.portal.stop(), servers.bare.stop()])
  }
  return findings
}
