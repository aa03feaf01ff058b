import type { CustomerRequest } from '#contract/requests/request.ts'
import { t } from '../ui/text.ts'

/** Who asked what, as "Ann asked to cancel". */
export function requestSentence({ kind, own, madeBy }: CustomerRequest): string {
  return t(`requests.did.${kind}`, { who: own ? t('requests.you') : madeBy })
}
