import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Customer, changeCustomer } from '#contract/console/customers.ts'
import { electronicSchemes, schemeName } from '#contract/values/electronic-addresses.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { countryName } from '#web/ui/country.ts'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { cacheCustomer } from './queries.ts'

/** Where a customer receives e-invoices in networks such as Peppol. */
export function ElectronicAddress({ customer: { id, electronicAddress } }: { customer: Customer }): ReactNode {
  const writes = useMay('customers.write')
  const cache = useQueryClient()
  const [scheme, setScheme] = useState(electronicAddress?.scheme ?? '')
  const form = useForm({
    fields: ['scheme', 'value'],
    faultsOf: formFaults,
    check: (data) => (scheme === '' ? {} : requiredFaults(data, ['value'])),
    send: async (data) => {
      const address = scheme === '' ? null : { scheme, value: fieldText(data, 'value').trim() }
      await cacheCustomer(cache, await call(changeCustomer, { params: { id }, body: { electronicAddress: address } }))
      showToast('good', t('customers.electronic.saved'))
    },
  })
  return (
    <Card title={t('customers.electronic')}>
      <p className="text-sm text-muted">{t('customers.electronic.text')}</p>
      {writes ? (
        <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-3 flex flex-col gap-3">
          <SelectField
            label={t('customers.identifiers.scheme')}
            name="scheme"
            value={scheme}
            onChange={({ target }) => setScheme(target.value)}
            choices={[
              { value: '', label: t('customers.electronic.none') },
              ...electronicSchemes.map((value) => ({ value, label: labelOf(value) })),
            ]}
          />
          {scheme !== '' && (
            <TextField
              key={scheme}
              label={t('customers.identifiers.value')}
              name="value"
              defaultValue={electronicAddress?.scheme === scheme ? electronicAddress.value : ''}
              maxLength={200}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              error={form.faults.value ?? form.faults.scheme ?? form.faults.form}
            />
          )}
          <Button type="submit" write={form} className="self-start">
            {t('console.staff.save')}
          </Button>
        </form>
      ) : (
        <p className="mt-3 wrap-anywhere">
          {electronicAddress ? (
            <>
              <span className="text-muted">{labelOf(electronicAddress.scheme)}</span>{' '}
              <bdi className="reference">{electronicAddress.value}</bdi>
            </>
          ) : (
            t('customers.electronic.none')
          )}
        </p>
      )}
    </Card>
  )
}

function labelOf(scheme: string): string {
  const name = schemeName(scheme)
  if (!name) return scheme
  if ('name' in name) return `${scheme} · ${name.name}`
  return `${scheme} · ${t('customers.electronic.vat', { country: countryName(name.vatOf) ?? name.vatOf })}`
}
