import type { ReactNode } from 'react'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { formatDate, formatDateExactly } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { requestSentence } from './content/request-sentence.ts'
import { WrittenText } from './corrections/WrittenText.tsx'
import { FileList } from './FileList.tsx'
import type { Subject } from './queries.ts'

type MessageEntryProps = {
  subject: Subject
  message: ConversationMessage
  /** The request that it is about, where that is not plain from what stands before it. */
  about: CustomerRequest | null
  /** When the supplier last wrote about its request. */
  answeredAt: string | undefined
}

/** What one side wrote or decided; the supplier's words stand behind a coloured line. */
export function MessageEntry({ subject, message, about, answeredAt }: MessageEntryProps): ReactNode {
  const { id, at, side, own, by, text, correctedAt, outcome, files, request, unread } = message
  const who = own ? t('requests.you') : (by ?? t('conversation.supplier'))
  return (
    <div className={`border-s-2 ps-3 ${side === 'supplier' ? 'border-brand' : 'border-border'}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span className="font-medium text-text">{t(`conversation.did.${outcome ?? 'none'}`, { who })}</span>
        <time dateTime={at} title={formatDateExactly(at)}>
          {formatDate(at)}
        </time>
        {unread && (
          <span className="inline-flex items-center gap-1.5 font-medium text-text">
            <span aria-hidden data-dot className="size-2 rounded-full bg-brand" />
            {t('conversation.new')}
          </span>
        )}
      </p>
      {about && <p className="text-sm text-muted">{t('conversation.about', { what: requestSentence(about) })}</p>}
      {text !== null && (
        <WrittenText subject={subject} words={{ request, message: id, text, at, correctedAt, own, answeredAt }} />
      )}
      <FileList request={request} files={files} />
    </div>
  )
}
