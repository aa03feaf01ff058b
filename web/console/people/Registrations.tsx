import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { approveRegistration, type RegistrationRequest, rejectRegistration } from '#contract/console/registrations.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDate } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { registrationsQuery } from './queries.ts'

/** Who asks to be let in, each with what speaks for them, to be let in or turned down. */
export function Registrations(): ReactNode {
  const { data } = useQuery(registrationsQuery)
  if (!data || data.registrations.length === 0) return null
  return (
    <Card title={t('persons.registrations.title')} padded={false} className="mb-5">
      <ul className="border-t border-border">
        {data.registrations.map((registration) => (
          <Entry key={registration.id} registration={registration} />
        ))}
      </ul>
    </Card>
  )
}

function Entry({ registration }: { registration: RegistrationRequest }) {
  const { id, name, email, customerNumber, documentNumber, createdAt, account, documents } = registration
  const [number, setNumber] = useState(account === null ? '' : customerNumber)
  const [role, setRole] = useState<Role>('viewer')
  const cache = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['people'] }),
      cache.invalidateQueries({ queryKey: ['today'] }),
      cache.invalidateQueries({ queryKey: ['customers'] }),
    ])
  const approve = useMutation({
    mutationFn: () => call(approveRegistration, { params: { id }, body: { account: number.trim(), role } }),
    onSuccess,
  })
  const reject = useMutation({ mutationFn: () => call(rejectRegistration, { params: { id } }), onSuccess })
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-b border-border px-4 py-3 last:border-0 sm:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{email}</bdi> · {formatDate(createdAt)}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {account === null ? (
            <StatusChip tone="bad">{t('persons.registrations.noAccount', { number: customerNumber })}</StatusChip>
          ) : (
            <span>
              {t('persons.registrations.of')} <bdi>{account}</bdi> (<bdi>{customerNumber}</bdi>)
            </span>
          )}
          {documents.length > 0 ? (
            <StatusChip tone="good">{t('persons.registrations.proven', { number: documentNumber })}</StatusChip>
          ) : (
            <StatusChip tone="warn">{t('persons.registrations.unproven', { number: documentNumber })}</StatusChip>
          )}
        </p>
      </div>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (number.trim() !== '') approve.mutate()
        }}
      >
        <TextField
          className="w-36"
          label={t('persons.registrations.account')}
          value={number}
          maxLength={100}
          required
          autoComplete="off"
          onChange={({ target }) => setNumber(target.value)}
        />
        <SelectField
          label={t('persons.registrations.role')}
          value={role}
          onChange={({ target }) => setRole(target.value as Role)}
          choices={(Object.keys(roles) as Role[]).map((one) => ({ value: one, label: t(`profile.role.${one}`) }))}
        />
        <Button
          type="submit"
          variant="primary"
          write={approve}
          aria-label={t('persons.registrations.approve.label', { name })}
        >
          {t('persons.registrations.approve')}
        </Button>
        <ConfirmButton
          label={t('persons.registrations.reject.label', { name })}
          text={t('persons.registrations.reject.text')}
          write={reject}
          onConfirm={() => reject.mutate()}
        >
          {t('persons.registrations.reject')}
        </ConfirmButton>
      </form>
    </li>
  )
}
