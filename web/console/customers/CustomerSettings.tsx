import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Customer, changeCustomer } from '#contract/console/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { type Language, languages } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { inOrder } from '#web/api/in-order.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { cacheCustomer } from './queries.ts'

/** Language, time zone and the rule for second factors of a customer, and the way to another name or number. */
export function CustomerSettings({ customer }: { customer: Customer }): ReactNode {
  const writes = useMay('customers.write')
  const [isRenaming, setRenaming] = useState(false)
  const cache = useQueryClient()
  const { id, requiresSecondFactor } = customer
  const change = useMutation({
    mutationFn: (body: Body<typeof changeCustomer>) => call(changeCustomer, { params: { id }, body }),
    onSuccess: (changed) => cacheCustomer(cache, changed),
    ...inOrder('customer settings'),
  })
  const { language, timeZone } = { ...customer, ...(change.isPending ? change.variables : {}) }
  const disabled = !writes
  return (
    <Card
      title={t('customers.settings')}
      action={
        writes && (
          <Button size="small" onClick={() => setRenaming(true)}>
            {t('customers.rename')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label={t('customers.language')}
          value={language ?? ''}
          disabled={disabled}
          onChange={({ target }) => change.mutate({ language: (target.value || null) as Language | null })}
          choices={[
            { value: '', label: t('customers.language.browser') },
            ...languages.map((one) => ({ value: one, label: languageNames[one] })),
          ]}
        />
        <SelectField
          label={t('customers.timeZone')}
          value={timeZone ?? ''}
          disabled={disabled}
          onChange={({ target }) => change.mutate({ timeZone: target.value || null })}
          choices={[
            { value: '', label: t('customers.timeZone.server') },
            ...zonesWith(timeZone).map((zone) => ({ value: zone, label: zone })),
          ]}
        />
        <CheckField
          label={t('customers.requiresSecondFactor')}
          checked={requiresSecondFactor}
          disabled={disabled}
          onChange={({ target }) => change.mutate({ requiresSecondFactor: target.checked })}
        />
        <WriteFault of={change} />
      </div>
      {isRenaming && <RenameDrawer customer={customer} onClose={() => setRenaming(false)} />}
    </Card>
  )
}

/** The time zones that the browser knows, with the one that is set. */
function zonesWith(zone: string | null): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return zone === null || known.includes(zone) ? known : [zone, ...known]
}

function RenameDrawer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['name', 'number'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['name', 'number']),
    send: async (data) => {
      const body = { name: fieldText(data, 'name').trim(), number: fieldText(data, 'number').trim() }
      await cacheCustomer(cache, await call(changeCustomer, { params: { id: customer.id }, body }))
      onClose()
    },
  })
  return (
    <Drawer open onClose={onClose} title={t('customers.rename.title')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label={t('customers.name')}
          name="name"
          maxLength={300}
          defaultValue={customer.name}
          error={form.faults.name ?? form.faults.form}
        />
        <TextField
          label={t('customers.number')}
          name="number"
          maxLength={100}
          dir="ltr"
          defaultValue={customer.number}
          hint={t('customers.rename.hint')}
          error={form.faults.number}
        />
        <Button type="submit" variant="primary" write={form}>
          {t('console.staff.save')}
        </Button>
      </form>
    </Drawer>
  )
}
