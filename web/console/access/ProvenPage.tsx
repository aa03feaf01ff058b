import type { ReactNode } from 'react'
import { t } from '#web/ui/text.ts'
import { AccessCard } from './AccessCard.tsx'
import { signOnFault } from './SignOnWay.tsx'

/** The end of a proof at the identity provider, in a window of its own: the page that asked for it goes on by itself. */
export function ProvenPage(): ReactNode {
  const fault = signOnFault()
  return (
    <AccessCard title={t('console.proof')}>
      <p role="alert" className={fault ? 'text-bad' : ''}>
        {fault ?? t('console.proof.settled')}
      </p>
    </AccessCard>
  )
}
