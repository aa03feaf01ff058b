import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeStaff, inviteStaff, listStaff, type StaffMember } from '#contract/console/access.ts'
import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { Body } from '#contract/endpoint.ts'
import { accountNumbersIn } from '#contract/values/account-numbers.ts'
import { inOrder } from '#web/api/in-order.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { resetUnlessChanged } from '#web/ui/fields/reset-form.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDateExactly } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay, useMe } from '../access/queries.ts'
import { call } from '../call.ts'
import { useShownVersion } from '../shown-version.ts'

const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(listStaff, { signal }),
})
const roleChoices = () =>
  (Object.keys(staffRoles) as StaffRole[]).map((role) => ({ value: role, label: t(`console.role.${role}`) }))

/** Who works in the console, for owners: they invite, give roles and accounts, and disable. */
export function StaffPage(): ReactNode {
  const manages = useMay('staff.write')
  if (!manages) return <EmptyState icon={Users} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.staff')} lead={t('console.staff.lead')} />
      <InviteForm />
      <Members />
    </div>
  )
}

function InviteForm() {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['email'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['email']),
    send: async (data) => {
      const body = { email: fieldText(data, 'email').trim(), role: fieldText(data, 'role') as StaffRole }
      await call(inviteStaff, { body })
      resetUnlessChanged(form.ref.current, data)
      await cache.invalidateQueries({ queryKey: staffQuery.queryKey })
    },
  })
  return (
    <Card title={t('console.staff.invite')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-wrap items-start gap-3">
        <TextField
          className="min-w-60 flex-1"
          label={t('login.email')}
          name="email"
          type="email"
          maxLength={254}
          error={form.faults.email ?? form.faults.form}
        />
        <SelectField label={t('console.role')} name="role" defaultValue="support" choices={roleChoices()} />
        <Button type="submit" variant="primary" write={form} className="mt-[26px]">
          {t('console.staff.send')}
        </Button>
      </form>
    </Card>
  )
}

function Members() {
  const query = useQuery(staffQuery)
  const absence = absentStateOf(query)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-40" />} />
  return (
    <Card padded={false}>
      <ul>
        {query.data?.staff.map((member) => (
          <li key={member.id} className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
            <Member member={member} />
          </li>
        ))}
        {query.data?.invited.map(({ email, role, until }) => (
          <li key={email} className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
            <p className="font-medium">
              <bdi>{email}</bdi>
            </p>
            <p className="text-sm text-muted">
              {t('console.staff.invited', { role: t(`console.role.${role}`), until: formatDateExactly(until) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Change = Body<typeof changeStaff>

function Member({ member }: { member: StaffMember }) {
  const me = useMe()
  const cache = useQueryClient()
  const { id, name, email, role, disabled, bySignOn, lastSeen } = member
  const { shown, edited, sent } = useShownVersion(member)
  const { accounts, accountCount } = shown
  const change = useMutation({
    mutationFn: (body: Change) => call(changeStaff, { params: { id }, body }),
    ...inOrder('staff'),
    onSettled: () => cache.invalidateQueries({ queryKey: staffQuery.queryKey }),
  })
  const listed = accounts.join(', ')
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi> {disabled && <span className="font-normal text-bad">· {t('console.staff.disabled')}</span>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{email}</bdi>
        </p>
        <p className="text-sm text-muted">
          {lastSeen === null
            ? t('console.staff.never')
            : t('console.staff.seen', { date: formatDateExactly(lastSeen) })}
        </p>
        {bySignOn && <p className="text-sm text-muted">{t('console.staff.bySignOn')}</p>}
        {role === 'sales' && (
          <form
            key={`${listed} ${accountCount}`}
            className="mt-3 flex items-end gap-2"
            onInput={edited}
            onSubmit={(event) => {
              event.preventDefault()
              const typed = accountNumbersIn(fieldText(new FormData(event.currentTarget), 'accounts'))
              const body = {
                addAccounts: typed.filter((number) => !accounts.includes(number)),
                // What is not shown was not taken out.
                removeAccounts: accounts.filter((number) => !typed.includes(number)),
              }
              change.mutateAsync(body).then(sent(), () => {
                // Why it failed stands beside the member.
              })
            }}
          >
            <TextField
              className="max-w-96 flex-1"
              label={t('console.staff.accounts')}
              name="accounts"
              defaultValue={listed}
              hint={
                accountCount > accounts.length
                  ? t('console.staff.accounts.more', { count: accountCount - accounts.length })
                  : undefined
              }
              dir="ltr"
            />
            <Button type="submit" pending={change.isPending}>
              {t('console.staff.save')}
            </Button>
          </form>
        )}
      </div>
      <SelectField
        label={t('console.role')}
        labelHidden
        value={(change.isPending && change.variables.role) || role}
        disabled={disabled || bySignOn}
        onChange={({ target }) => change.mutate({ role: target.value as StaffRole })}
        choices={roleChoices()}
      />
      {disabled ? (
        <Button size="small" pending={change.isPending} onClick={() => change.mutate({ disabled: false })}>
          {t('console.staff.enable')}
        </Button>
      ) : (
        id !== me?.id && (
          <ConfirmButton
            label={t('console.staff.disable.label', { name })}
            text={t('console.staff.disable.text')}
            onConfirm={() => change.mutate({ disabled: true })}
          >
            {t('console.staff.disable')}
          </ConfirmButton>
        )
      )}
      <WriteFault of={change} />
    </div>
  )
}
