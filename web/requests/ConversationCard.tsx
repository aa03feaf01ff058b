import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { requestsQuery, type Subject } from './queries.ts'

/** It stands below what a document is opened for, so that its code comes after that. */
const Conversation = lazyComponent(() => import('./Conversation.tsx'), 'Conversation', {
  fallback: () => <Skeleton className="h-24 w-full" />,
  failureDisplay: 'inside',
})

type ConversationCardProps = {
  subject: Subject
  /** The person at the supplier's who gets what is written; null when none is named. */
  reader: string | null
}

/** What was asked and written about a document, with the field to write more. */
export function ConversationCard({ subject, reader }: ConversationCardProps): ReactNode {
  const { data } = useQuery(requestsQuery(subject.type, subject.number))
  return (
    <Card title={t('conversation.title')} className={data?.requests.length ? '' : 'no-print'}>
      <Conversation subject={subject} reader={reader} />
    </Card>
  )
}
