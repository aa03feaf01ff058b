import type { QueryClient } from '@tanstack/react-query'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { ask, makeRequestEndpoints } from '#contract/requests/endpoints.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import type { DocumentRequestKind, RequestState } from '#contract/requests/rules.ts'
import { call } from '../api/call.ts'
import { portalQuery } from '../api/viewer.ts'
import { t } from '../ui/text.ts'
import { textOrNull } from '../ui/text-or-null.ts'

/** What the person saw of an order whose promised date has moved, so that another date is not noted unseen. */
export function seenPromise(kind: DocumentRequestKind, { header }: Pick<DocumentDetail, 'header'>): object {
  const estimatedDate = textOrNull(header.estimatedDate)
  const isOfPromise = kind === 'notePromise' || kind === 'refusePromise'
  return isOfPromise && estimatedDate !== null ? { seen: { estimatedDate } } : {}
}

/** The version of a document that is shown, for a request about it; a copy that was kept for offline use has none. */
export const seenVersionOf = ({ version }: Pick<DocumentDetail, 'version'>): { seenVersion?: string } =>
  version ? { seenVersion: version } : {}

/** Makes a request about a document. */
export function sendRequest(
  kind: DocumentRequestKind,
  { type, number }: Pick<DocumentDetail, 'type' | 'number'>,
  body: { key: string; note?: string; seenVersion?: string },
): Promise<CustomerRequest> {
  const endpoint = makeRequestEndpoints.find((candidate) => candidate.kind === kind)
  if (endpoint) return call(endpoint, { params: { number }, body })
  return call(ask, { params: { type, number }, body: { ...body, note: body.note ?? '' } })
}

/** What somebody reads who has asked: also by when the supplier promises to answer, when it waits for the supplier. */
export function sentText(cache: QueryClient, state: RequestState): string {
  const hours = cache.getQueryData(portalQuery.queryKey)?.answersWithin ?? null
  return hours === null || state !== 'open' ? t('request.sent') : t('request.sent.within', { hours })
}
