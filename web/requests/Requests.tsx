import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { Card } from '../ui/Card.tsx'
import { t } from '../ui/text.ts'
import { requestsQuery } from './queries.ts'
import { RequestEntry } from './RequestEntry.tsx'

/** The requests about a document with the supplier's answers, newest first. */
export function Requests({ detail }: { detail: Pick<DocumentDetail, 'type' | 'number'> }): ReactNode {
  const { data } = useQuery(requestsQuery(detail.type, detail.number))
  if (!data || data.requests.length === 0) return null
  return (
    <Card title={t('requests.title')}>
      <ol className="flex flex-col gap-5">
        {data.requests.toReversed().map((request) => (
          <li key={request.id}>
            <RequestEntry request={request} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
