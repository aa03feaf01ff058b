import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Customer } from '#contract/console/customers.ts'
import { resendInvitation, withdrawInvitation } from '#contract/console/invitations.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { formatDate, formatDateExactly } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { InviteDrawer } from './InviteDrawer.tsx'
import { customerQuery } from './queries.ts'

const rowClass =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0 sm:px-5'

/** The people of a customer and who is invited. */
export function CustomerPeople({ customer }: { customer: Customer }): ReactNode {
  const [isInviting, setInviting] = useState(false)
  const invites = useMay('people.write')
  const { people, invitations } = customer
  return (
    <Card
      title={t('customers.people')}
      padded={false}
      action={
        invites && (
          <Button size="small" onClick={() => setInviting(true)}>
            {t('console.staff.invite')}
          </Button>
        )
      }
    >
      {people.length + invitations.length === 0 && (
        <EmptyState icon={UserRound} title={t('customers.people.none')} text={t('customers.people.none.text')} />
      )}
      <ul className="border-t border-border empty:hidden">
        {people.map((person) => (
          <Member key={person.id} person={person} />
        ))}
        {invitations.map((invitation) => (
          <Invited key={invitation.id} account={customer.id} invitation={invitation} />
        ))}
      </ul>
      {isInviting && <InviteDrawer customer={customer} onClose={() => setInviting(false)} />}
    </Card>
  )
}

function Member({ person }: { person: Customer['people'][number] }) {
  const { id, name, email, role, lastSeenAt, disabled, codesEnded, secondFactor } = person
  const seen =
    lastSeenAt === null ? t('customers.neverSignedIn') : t('customers.lastSeen', { date: formatDate(lastSeenAt) })
  return (
    <li className={rowClass}>
      <span className="min-w-0">
        <Link
          to="/people/$id"
          params={{ id }}
          className="font-medium underline decoration-border underline-offset-4 hover:decoration-current"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-sm wrap-anywhere text-muted">
          <bdi>{email}</bdi>
        </span>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted">
        {disabled && <StatusChip tone="bad">{t('persons.hindrance.disabled')}</StatusChip>}
        {codesEnded && <StatusChip tone="bad">{t('persons.codesEnded')}</StatusChip>}
        {secondFactor && <span>{t('customers.hasSecondFactor')}</span>}
        <span>{t(`profile.role.${role}`)}</span>
        <span title={lastSeenAt === null ? undefined : formatDateExactly(lastSeenAt)}>{seen}</span>
      </span>
    </li>
  )
}

type InvitedProps = { account: string; invitation: Customer['invitations'][number] }

function Invited({ account, invitation }: InvitedProps) {
  const { id, name, email, role, expiresAt, expired } = invitation
  const invites = useMay('people.write')
  const cache = useQueryClient()
  const params = { id: account, invitation: id }
  const onSettled = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: customerQuery(account).queryKey }),
      cache.invalidateQueries({ queryKey: ['customers', 'list'] }),
    ])
  const resend = useMutation({
    mutationFn: () => call(resendInvitation, { params }),
    onSettled,
  })
  const withdraw = useMutation({ mutationFn: () => call(withdrawInvitation, { params }), onSettled })
  return (
    <li className={rowClass}>
      <span className="min-w-0">
        <bdi className="font-medium">{name ?? email}</bdi>
        {name !== null && (
          <span className="block text-sm wrap-anywhere text-muted">
            <bdi>{email}</bdi>
          </span>
        )}
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 text-sm text-muted">
        <span>{t(`profile.role.${role}`)}</span>
        <StatusChip tone={expired ? 'warn' : 'info'}>
          {t(expired ? 'customers.invitation.expired' : 'customers.invitation.until', { date: formatDate(expiresAt) })}
        </StatusChip>
        {invites && (
          <span className="flex gap-2">
            <Button
              size="small"
              write={resend}
              aria-label={t('customers.invitation.resend.label', { email })}
              onClick={() => resend.mutate()}
            >
              {t('customers.invitation.resend')}
            </Button>
            <ConfirmButton
              label={t('customers.invitation.withdraw.label', { email })}
              text={t('customers.invitation.withdraw.text')}
              write={withdraw}
              onConfirm={() => withdraw.mutate()}
            >
              {t('customers.invitation.withdraw')}
            </ConfirmButton>
          </span>
        )}
      </span>
    </li>
  )
}
