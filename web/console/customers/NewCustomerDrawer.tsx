import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createCustomer } from '#contract/console/customers.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { cacheCustomer } from './queries.ts'

/** Makes a customer before any document names it, and opens it. */
export function NewCustomerDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    fields: ['number', 'name'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['number', 'name']),
    send: async (data) => {
      const body = { number: fieldText(data, 'number').trim(), name: fieldText(data, 'name').trim() }
      const customer = await call(createCustomer, { body })
      await cacheCustomer(cache, customer)
      await navigate({ to: '/customers/$id', params: { id: customer.id } })
    },
  })
  return (
    <Drawer open onClose={onClose} title={t('customers.new')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('customers.new.text')}</p>
        <TextField
          label={t('customers.number')}
          name="number"
          maxLength={100}
          dir="ltr"
          error={form.faults.number ?? form.faults.form}
        />
        <TextField label={t('customers.name')} name="name" maxLength={300} error={form.faults.name} />
        <Button type="submit" variant="primary" write={form}>
          {t('customers.new.make')}
        </Button>
      </form>
    </Drawer>
  )
}
