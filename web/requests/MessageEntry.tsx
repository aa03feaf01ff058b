import type { ReactNode } from 'react'
import type { ConversationMessage } from '#contract/requests/conversation.ts'
import type { CustomerRequest } from '#contract/requests/request.ts'
import { formatDate, formatDateExactly } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { FileList } from './FileList.tsx'
import { requestSentence } from './request-sentence.ts'

type MessageEntryProps = {
  message: ConversationMessage
  /** The request that it is about, where that is not plain from what stands before it. */
  about: CustomerRequest | null
}

/** What one side wrote or decided; the supplier's words stand behind a coloured line. */
export function MessageEntry({ message, about }: MessageEntryProps): ReactNode {
  const { at, side, own, by, text, outcome, files, request, unread } = message
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
        <p dir="auto" data-written className="mt-0.5 wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      <FileList request={request} files={files} />
    </div>
  )
}
