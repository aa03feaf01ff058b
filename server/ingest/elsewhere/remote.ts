import { setTimeout } from 'node:timers/promises'
import type { Body, Query, Reply } from '#contract/endpoint.ts'
import { pathOf } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import type { PartyIdentifier } from '#contract/identifiers.ts'
import * as ingest from '#contract/ingest/documents.ts'
import { reconcileDocuments, withdrawDocument } from '#contract/ingest/reconcile.ts'
import type { CallRegion, Directory, DirectoryRegion, RegionCall } from '#contract/regions/calls.ts'
import { findBuyerAccount } from '#contract/regions/endpoints.ts'
import { formatNamed } from '#server/formats/formats.ts'
import type { Elsewhere } from './elsewhere.ts'

/** How often a call is tried of a region that has too much to do, and how long it waits between at most, in milliseconds. */
const tries = 5
const longestWait = 10_000
/** How long a region may take for a batch of documents, in milliseconds. */
const batchTimeout = 120_000

/** The sentence of an error that a region answers; empty for what is no answer of a portal. */
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? ''
  } catch {
    // A proxy in between may answer with a page.
    return ''
  }
}

type SendOptions = { dryRun: boolean; numberedBy: 'supplier' | 'customer' }
/** The other regions as the intake of documents sees them. `wait` is for tests. */
export function createElsewhere(
  { directory, call }: { directory: Directory; call: CallRegion },
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): Elsewhere {
  const { own, others } = directory
  const regionNamed = (name: string) => others.find((region) => region.name === name) as DirectoryRegion

  /** The reply of a region, which is asked again while it has too much to do. Throws an error with a sentence. */
  async function replyOf<T>(region: DirectoryRegion, request: Omit<RegionCall, 'timeout'>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const response = await call(region, { ...request, timeout: batchTimeout })
      if (response.status === 200) return JSON.parse(response.text) as T
      const message = messageOf(response.text)
      if (response.status === 404) throw new PortalError('not_found', message)
      if (![429, 503].includes(response.status) || attempt === tries)
        throw new PortalError(
          'unavailable',
          `The region ${region.name}, where this account lives, takes nothing now: ${message}`,
        )
      await wait(Math.min(longestWait, 1_000 * Number(response.retryAfter ?? 1)))
    }
  }

  return {
    regions: others.map(({ name }) => name),
    regionOf: (account: string): string | undefined => {
      const name = directory.regionOf(account)
      return name === own.name ? undefined : name
    },
    sendDocuments: (name: string, lines: readonly string[], options: SendOptions & { parts: boolean }) => {
      const { method, path } = options.parts ? ingest.changeDocuments : ingest.ingestDocuments
      return replyOf<ingest.IngestReport>(regionNamed(name), {
        ...{ method, path: `${path}?dryRun=${options.dryRun}`, type: 'application/x-ndjson' },
        ...{ body: lines.join('\n'), numberedBy: options.numberedBy },
      })
    },
    findBuyer: async (
      identifiers: readonly PartyIdentifier[],
      accountNumbers: readonly string[],
    ): Promise<{ region: string; account: string } | undefined> => {
      const body = JSON.stringify({
        identifiers: identifiers.slice(0, 100),
        accountNumbers: accountNumbers.slice(0, 100),
      })
      const { method, path } = findBuyerAccount
      const answers = await Promise.allSettled(
        others.map(async (region) => {
          const { account } = await replyOf<Reply<typeof findBuyerAccount>>(region, {
            ...{ method, path, body, type: 'application/json' },
          })
          // By another directory: what is sent there would be refused.
          return account === null || directory.regionOf(account) !== region.name
            ? []
            : [{ region: region.name, account }]
        }),
      )
      const [location, ...more] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      // It may be one of a region that does not answer.
      if (!location && failed) throw failed.reason
      return more.length === 0 ? location : undefined
    },
    sendFile: (
      location: { region: string; account: string },
      { format, content }: { format: string; content: Uint8Array },
      { dryRun, numberedBy }: SendOptions,
    ) => {
      const { endpoint, mediaTypes } = formatNamed(format)
      const query = new URLSearchParams({ dryRun: String(dryRun), account: location.account })
      return replyOf<ingest.IngestReport>(regionNamed(location.region), {
        ...{ method: endpoint.method, path: `${endpoint.path}?${query}`, type: mediaTypes[0], numberedBy },
        body: new Uint8Array(content),
      })
    },
    withdraw: async (
      document: { type: string; number: string },
      query: Query<typeof withdrawDocument>,
    ): Promise<Reply<typeof withdrawDocument> | undefined> => {
      const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined))
      const path = `${pathOf(withdrawDocument, document as Parameters<typeof pathOf<typeof withdrawDocument>>[1])}?${search}`
      for (const region of others) {
        const withdrawn = await replyOf<Reply<typeof withdrawDocument>>(region, {
          ...{ method: withdrawDocument.method, path },
        }).catch((error: unknown) => {
          if (error instanceof PortalError && error.code === 'not_found') return undefined
          throw error
        })
        if (withdrawn) return withdrawn
      }
      return undefined
    },
    reconcile: (name: string, list: Body<typeof reconcileDocuments>) =>
      replyOf<Reply<typeof reconcileDocuments>>(regionNamed(name), {
        ...{ method: reconcileDocuments.method, path: reconcileDocuments.path },
        ...{ body: JSON.stringify(list), type: 'application/json' },
      }),
  }
}
