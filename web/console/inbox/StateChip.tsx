import type { ReactNode } from 'react'
import type { InboxEntry } from '#contract/console/inbox.ts'
import { requestTones } from '#web/requests/content/request-tones.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'

/** The state of a request as staff see it: what waits for the customer does not wait for "you". */
export function StateChip({ state }: Pick<InboxEntry, 'state'>): ReactNode {
  return (
    <StatusChip tone={state === 'asked' ? 'neutral' : requestTones[state]}>
      {state === 'asked' ? t('inbox.view.asked') : t(`requests.state.${state}`)}
    </StatusChip>
  )
}
