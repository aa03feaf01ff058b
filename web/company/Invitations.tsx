import type { ReactNode } from 'react'
import { type Members, revokeInvitation } from '#contract/company/endpoints.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatDate } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { useMemberChange } from './queries.ts'
import { roleName } from './roles.ts'

/** The invitations that have not been accepted yet. */
export function Invitations({ invitations }: { invitations: Members['invitations'] }): ReactNode {
  const revoke = useMemberChange((id: string) => call(revokeInvitation, { params: { id } }))
  return (
    <Card title={t('company.invitations')} padded={false}>
      {invitations.length === 0 && <p className="px-4 pb-4 text-muted sm:px-5">{t('company.invitations.none')}</p>}
      <ul>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex items-center gap-4 border-t border-border px-4 py-2.5 sm:px-5">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{email}</span>
              <span className="block text-sm text-muted">
                {t('company.invitation.until', { role: roleName(role), date: formatDate(expiresAt) })}
              </span>
            </span>
            <Button
              size="small"
              aria-label={t('company.invitation.revoke.name', { email })}
              write={revoke.variables === id ? revoke : undefined}
              onClick={() => revoke.mutate(id)}
            >
              {t('company.invitation.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
