import type { CustomerRequest } from '#contract/requests/request.ts'
import { t } from '../ui/text.ts'

/** Who asked what, as "Ann asked to cancel". */
export function requestSentence({ kind, content, own, madeBy }: CustomerRequest): string {
  const did = kind === 'enquire' && content.wanted === 'order' ? 'order' : kind
  return t(`requests.did.${did}`, { who: own ? t('requests.you') : madeBy })
}
