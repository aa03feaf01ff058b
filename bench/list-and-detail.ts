import { documentTypes } from '#contract/values.ts'
import { compare, figures } from './harness/compare.ts'
import { atLeast, atMost, type Finding } from './harness/finding.ts'
import type { MeasuredDatabase } from './harness/measured-database.ts'
import { reportProgress } from './harness/progress.ts'
import { browserHeaders, detailPath, listPath, requestsFor, sampleDocuments } from './harness/requests.ts'
import { startBare, startPortal } from './harness/servers.ts'
import type { Settings } from './harness/settings.ts'

const listBounds = { throughput: 0.8, cpu: 1.3 }

/**
 * Compares lists of fifty and details of all accounts, at 16 and 64 connections, with the bare server; lists also with
 * what a browser sends beside.
 */
export async function listAndDetail(data: MeasuredDatabase, { rounds, seconds }: Settings): Promise<Finding[]> {
  const documents = await sampleDocuments(data, 4000)
  const servers = { portal: await startPortal(data), bare: await startBare(data) }
  const lists = documents.map(({ accountId }, index) => ({
    accountId,
    path: listPath(documentTypes[index % documentTypes.length] ?? 'orders'),
  }))
  const details = documents.map((document) => ({ accountId: document.accountId, path: detailPath(document) }))
  const pages = [
    { name: 'list of 50', targets: lists, headers: {}, bounds: listBounds },
    { name: 'list of 50 with a browser’s headers', targets: lists, headers: browserHeaders, bounds: listBounds },
    { name: 'detail', targets: details, headers: {}, bounds: { throughput: 0.7, cpu: 2 } },
  ]
  const findings: Finding[] = []
  try {
    for (const { name, targets, headers, bounds } of pages) {
      for (const connections of [16, 64]) {
        const requests = await requestsFor(servers.portal, targets, headers)
        const comparison = await compare(data, servers, requests, { connections, seconds, rounds })
        const what = `${name}, ${connections} connections`
        const more = figures(comparison)
        findings.push(atLeast(`${what}: throughput against bare`, comparison.ratio, bounds.throughput, more))
        findings.push(atMost(`${what}: CPU per request against bare`, comparison.cpuRatio, bounds.cpu, ''))
        findings.push(atMost(`${what}: p99 against bare`, comparison.slowRatio, 3, ''))
        reportProgress(
          `${what}: ${comparison.ratio.toFixed(2)} × bare, CPU ${comparison.cpuRatio.toFixed(2)} ×; ${more}`,
        )
      }
    }
  } finally {
    await Promise.all([servers.portal.stop(), servers.bare.stop()])
  }
  return findings
}
