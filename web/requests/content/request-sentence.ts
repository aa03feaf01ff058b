import type { CustomerRequest } from '#contract/requests/request.ts'
import { t } from '#web/ui/text.ts'

/** Who asked what, as "You asked to cancel". */
export function requestSentence({ own, madeBy, ...request }: CustomerRequest): string {
  return sentenceOf(request, own ? t('requests.you') : madeBy)
}

/** What somebody asked, as "Ann asked to cancel": an enquiry that wants the goods is an order. */
export function sentenceOf({ kind, content }: Pick<CustomerRequest, 'kind' | 'content'>, who: string): string {
  return t(`requests.did.${kind === 'enquire' && content.wanted === 'order' ? 'order' : kind}`, { who })
}
