import type { ReactNode } from 'react'
import type { FullListOutcome } from '#contract/ingest/full-list.ts'
import { CheckField } from '#web/ui/fields/Field.tsx'
import { t } from '#web/ui/text.ts'
import type { Allowance } from './allowance.ts'

type FullListProps = Pick<Allowance, 'withdraw' | 'onWithdraw'> & { outcome: FullListOutcome }

/** What a full list would withdraw, and leave to withdraw more than its profile allows. */
export function FullList({ outcome, withdraw, onWithdraw }: FullListProps): ReactNode {
  const { absent, heldBack } = outcome
  if (absent === 0) return null
  const isAllowed = heldBack === 'share' && withdraw === absent
  return (
    <div className="mt-2">
      <AbsentDocuments outcome={isAllowed ? { ...outcome, heldBack: null } : outcome} />
      {heldBack === 'share' && (
        <CheckField
          label={t('imports.absent.allow', { count: absent })}
          checked={isAllowed}
          onChange={({ target }) => onWithdraw(target.checked ? absent : undefined)}
        />
      )}
    </div>
  )
}

/** How many documents a full list names no longer, and the first of them. */
export function AbsentDocuments({ outcome }: { outcome: FullListOutcome }): ReactNode {
  const { absent, open, heldBack, documents } = outcome
  return (
    <>
      <p className="text-warn">
        {heldBack === null
          ? t('imports.absent.withdrawn', { count: absent })
          : t(`imports.absent.${heldBack}`, { count: absent, open })}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{documents.map(({ number }) => number).join(', ')}</bdi>
        {absent > documents.length && ' …'}
      </p>
    </>
  )
}
