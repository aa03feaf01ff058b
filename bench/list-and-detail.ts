import { documentTypes } from '../contract/values.ts'
import { detailPath, listPath, requestsFor, someDocuments } from './asked.ts'
import { compare, figures } from './compare.ts'
import type { Data } from './data.ts'
import { atLeast, atMost, type Finding } from './finding.ts'
import { say } from './say.ts'
import { startBare, startPortal } from './servers.ts'
import type { Settings } from './settings.ts'

/** Lists of fifty and details of all accounts, at 16 and 64 connections, beside the bare server. */
export async function listAndDetail(data: Data, { rounds, seconds }: Settings): Promise<Finding[]> {
  const documents = await someDocuments(data, 4000)
  const servers = { portal: await startPortal(data), bare: await startBare(data) }
  const findings: Finding[] = []
  try {
    const wanted = {
      'list of 50': documents.map(({ accountId }, place) => {
        const type = documentTypes[place % documentTypes.length] as (typeof documentTypes)[number]
        return { accountId, path: listPath(type) }
      }),
      detail: documents.map((document) => ({ accountId: document.accountId, path: detailPath(document) })),
    }
    for (const [name, asked] of Object.entries(wanted)) {
      for (const connections of [16, 64]) {
        const requests = await requestsFor(servers.portal, asked)
        const compared = await compare(data, servers, requests, { connections, seconds, rounds })
        const what = `${name}, ${connections} connections`
        findings.push(atLeast(`${what}: throughput against bare`, compared.ratio, 0.7, figures(compared)))
        findings.push(atMost(`${what}: CPU per request against bare`, compared.cpuRatio, 2, ''))
        findings.push(atMost(`${what}: p99 against bare`, compared.slowRatio, 3, ''))
        say(`${what}: ${compared.ratio.toFixed(2)} × bare, CPU ${compared.cpuRatio.toFixed(2)} ×; ${figures(compared)}`)
      }
    }
  } finally {
    await Promise.all([servers.portal.stop(), servers.bare.stop()])
  }
  return findings
}
