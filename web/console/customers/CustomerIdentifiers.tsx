import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { addCustomerIdentifier, type Customer, removeCustomerIdentifier } from '#contract/console/customers.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { resetUnlessChanged } from '#web/ui/fields/reset-form.ts'
import { fieldText, useForm } from '#web/ui/form.ts'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { cacheCustomer } from './queries.ts'

/** The names by which documents of other systems mean a customer. */
export function CustomerIdentifiers({ customer: { id, identifiers } }: { customer: Customer }): ReactNode {
  const writes = useMay('customers.write')
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: (identifier: { scheme: string; value: string }) =>
      call(removeCustomerIdentifier, { params: { id }, query: identifier }),
    onSuccess: (customer) => cacheCustomer(cache, customer),
  })
  const form = useForm({
    fields: ['scheme', 'value'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['scheme', 'value']),
    send: async (data) => {
      const body = { scheme: fieldText(data, 'scheme').trim(), value: fieldText(data, 'value').trim() }
      await cacheCustomer(cache, await call(addCustomerIdentifier, { params: { id }, body }))
      resetUnlessChanged(form.ref.current, data)
    },
  })
  return (
    <Card title={t('customers.identifiers')}>
      {identifiers.length === 0 && <p className="text-muted">{t('customers.identifiers.none')}</p>}
      <ul>
        {identifiers.map(({ scheme, value }) => (
          <li key={`${scheme} ${value}`} className="flex min-h-9 items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted">{scheme}</span> <bdi className="reference">{value}</bdi>
            </span>
            {writes && (
              <IconButton
                label={t('action.remove', { what: `${scheme} ${value}` })}
                onClick={() => remove.mutate({ scheme, value })}
              >
                <X aria-hidden size={16} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <WriteFault of={remove} />
      {writes && (
        <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-3 flex items-end gap-2">
          <TextField
            className="w-24"
            label={t('customers.identifiers.scheme')}
            name="scheme"
            placeholder="GLN"
            maxLength={60}
            dir="ltr"
            error={form.faults.scheme}
          />
          <TextField
            className="flex-1"
            label={t('customers.identifiers.value')}
            name="value"
            maxLength={200}
            dir="ltr"
            error={form.faults.value ?? form.faults.form}
          />
          <Button type="submit" write={form} className="h-10">
            {t('customers.add')}
          </Button>
        </form>
      )}
    </Card>
  )
}
