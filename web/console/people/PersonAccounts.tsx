import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { resendInvitation } from '#contract/console/invitations.ts'
import { changePersonRole, type Person, removePerson } from '#contract/console/people.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { inOrder } from '#web/api/in-order.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { personQuery } from './queries.ts'

const rowClass =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-border px-4 py-2.5 last:border-0 sm:px-5'
const linkClass = 'font-medium underline decoration-border underline-offset-4 hover:decoration-current'

/** The accounts of a person with their role in each, and the invitations that wait for them. */
export function PersonAccounts({ person }: { person: Person }): ReactNode {
  const { accounts, invitations } = person
  const isEmpty = accounts.length + invitations.length === 0
  return (
    <Card title={t('persons.accounts')} padded={isEmpty}>
      {isEmpty && <p className="text-muted">{t('persons.accounts.none')}</p>}
      <ul className="border-t border-border empty:hidden">
        {accounts.map((account) => (
          <Account key={account.id} person={person} account={account} />
        ))}
        {invitations.map((invitation) => (
          <Invited key={invitation.id} person={person} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function Account({ person, account }: { person: Person; account: Person['accounts'][number] }) {
  const writes = useMay('people.write')
  const cache = useQueryClient()
  const params = { id: person.id, account: account.id }
  const keep = (changed: Person) => cache.setQueryData(personQuery(person.id).queryKey, changed)
  const onSettled = () => cache.invalidateQueries({ queryKey: ['customers'] })
  const change = useMutation({
    mutationFn: (role: Role) => call(changePersonRole, { params, body: { role } }),
    ...inOrder('role'),
    onSuccess: keep,
    onSettled,
  })
  const remove = useMutation({ mutationFn: () => call(removePerson, { params }), onSuccess: keep, onSettled })
  const { id, number, name, role, lastSeenAt } = account
  return (
    <li className={rowClass}>
      <span className="min-w-0">
        <Link to="/customers/$id" params={{ id }} className={linkClass}>
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-sm text-muted">
          <bdi>{number}</bdi>
          {' · '}
          {lastSeenAt === null
            ? t('customers.neverSignedIn')
            : t('customers.lastSeen', { date: formatDate(lastSeenAt) })}
        </span>
      </span>
      {writes ? (
        <span className="flex items-center gap-2">
          <SelectField
            label={t('persons.roleIn', { name })}
            labelHidden
            value={change.isPending ? change.variables : role}
            onChange={({ target }) => change.mutate(target.value as Role)}
            choices={(Object.keys(roles) as Role[]).map((one) => ({ value: one, label: t(`profile.role.${one}`) }))}
          />
          <WriteFault of={change} />
          <ConfirmButton
            label={t('persons.takeOut.label', { name: person.name, account: name })}
            text={t('persons.takeOut.text')}
            write={remove}
            onConfirm={() => remove.mutate()}
          >
            {t('persons.takeOut')}
          </ConfirmButton>
        </span>
      ) : (
        <span className="text-sm text-muted">{t(`profile.role.${role}`)}</span>
      )}
    </li>
  )
}

function Invited({ person, invitation }: { person: Person; invitation: Person['invitations'][number] }) {
  const writes = useMay('people.write')
  const cache = useQueryClient()
  const { id, account, role, expiresAt, expired } = invitation
  const resend = useMutation({
    mutationFn: () => call(resendInvitation, { params: { id: account.id, invitation: id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: personQuery(person.id).queryKey }),
  })
  return (
    <li className={rowClass}>
      <span className="min-w-0">
        <Link to="/customers/$id" params={{ id: account.id }} className={linkClass}>
          <bdi>{account.name}</bdi>
        </Link>
        <span className="block text-sm text-muted">
          <bdi>{account.number}</bdi> · {t(`profile.role.${role}`)}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <StatusChip tone={expired ? 'warn' : 'info'}>
          {t(expired ? 'customers.invitation.expired' : 'customers.invitation.until', { date: formatDate(expiresAt) })}
        </StatusChip>
        {writes && (
          <Button
            size="small"
            write={resend}
            aria-label={t('customers.invitation.resend.label', { email: person.email })}
            onClick={() => resend.mutate()}
          >
            {t('customers.invitation.resend')}
          </Button>
        )}
      </span>
    </li>
  )
}
