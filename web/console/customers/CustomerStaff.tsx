import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Customer, removeCustomerStaff, setCustomerStaff } from '#contract/console/customers.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Initials } from '#web/ui/Initials.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { pictureAddress } from '../access/picture-address.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { accountTeamQuery, cacheCustomer } from './queries.ts'

const duties = ['manager', 'deputy'] as const

/** Who of the staff looks after a customer, and who stands in; a salesperson sees the customer by it. */
export function CustomerStaff({ customer: { id, staff } }: { customer: Customer }): ReactNode {
  const writes = useMay('customers.write')
  const cache = useQueryClient()
  const set = useMutation({
    mutationFn: (member: { id: string; deputy: boolean }) =>
      call(setCustomerStaff, { params: { id, staff: member.id }, body: { deputy: member.deputy } }),
    onSuccess: (customer) => cacheCustomer(cache, customer),
  })
  const remove = useMutation({
    mutationFn: (member: string) => call(removeCustomerStaff, { params: { id, staff: member } }),
    onSuccess: (customer) => cacheCustomer(cache, customer),
  })
  return (
    <Card title={t('customers.staff')}>
      {staff.length === 0 && <p className="text-muted">{t('customers.staff.none')}</p>}
      <ul className="flex flex-col gap-2">
        {staff.map((member) => (
          <li key={member.id} className="flex items-center justify-between gap-3">
            <span className="flex min-w-0 items-center gap-2">
              <Initials name={member.name}>
                {member.pictureAt !== null && (
                  <img
                    src={pictureAddress(member.id, member.pictureAt)}
                    alt=""
                    className="absolute inset-0 size-full object-cover"
                  />
                )}
              </Initials>
              <bdi className="min-w-0 truncate font-medium">{member.name}</bdi>
            </span>
            <span className="flex items-center gap-1">
              {writes ? (
                <>
                  <SelectField
                    label={t('customers.duty', { name: member.name })}
                    labelHidden
                    value={member.deputy ? 'deputy' : 'manager'}
                    onChange={({ target }) => set.mutate({ id: member.id, deputy: target.value === 'deputy' })}
                    choices={duties.map((duty) => ({ value: duty, label: t(`customers.duty.${duty}`) }))}
                  />
                  <IconButton
                    label={t('action.remove', { what: member.name })}
                    onClick={() => remove.mutate(member.id)}
                  >
                    <X aria-hidden size={16} />
                  </IconButton>
                </>
              ) : (
                <span className="text-sm text-muted">
                  {t(`customers.duty.${member.deputy ? 'deputy' : 'manager'}`)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <WriteFault of={set} />
      <WriteFault of={remove} />
      {writes && (
        <AddStaff
          taken={staff.map(({ id: one }) => one)}
          onAdd={(one) => set.mutate(one)}
          isFirst={staff.length === 0}
        />
      )}
    </Card>
  )
}

type AddStaffProps = {
  taken: readonly string[]
  /** Whether nobody looks after the customer yet. */
  isFirst: boolean
  onAdd: (member: { id: string; deputy: boolean }) => void
}

function AddStaff({ taken, isFirst, onAdd }: AddStaffProps) {
  const { data } = useQuery(accountTeamQuery)
  const others = (data?.staff ?? []).filter(({ id }) => !taken.includes(id))
  if (others.length === 0) return null
  return (
    <SelectField
      className="mt-3"
      label={t('customers.staff.add')}
      value=""
      onChange={({ target }) => target.value && onAdd({ id: target.value, deputy: !isFirst })}
      choices={[
        { value: '', label: t('customers.staff.choose') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
