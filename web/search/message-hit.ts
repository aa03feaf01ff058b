import { isPortalNumber } from '#contract/requests/conversation-rules.ts'
import type { MessageHit } from '#contract/search/messages.ts'
import { documentPath, requestsPath } from '../paths.ts'
import { label, t } from '../ui/text.ts'

/** Leads to a message: on the page of its document, else among the conversations. */
export function messagePath({ id, type, number }: MessageHit) {
  const hash = `message-${id}`
  if (type !== 'account' && !isPortalNumber(number)) return { ...documentPath(type, number), hash }
  return { ...requestsPath({ conversations: 'true' }), hash: type === 'account' ? hash : `${hash}/${number}` }
}

/** What a message is about, as it is called. */
export function messageSubject({ type, number }: MessageHit): string {
  if (type === 'account') return t('search.message.account')
  return isPortalNumber(number) ? number : `${label(`type.${type}.one`)} ${number}`
}

/** Who wrote a message. */
export const messageWriter = ({ own, by }: MessageHit): string =>
  own ? t('search.message.you') : (by ?? t('search.message.supplier'))
