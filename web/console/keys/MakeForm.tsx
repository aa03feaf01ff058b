import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createKey } from '#contract/console/keys.ts'
import { erpScopes, type KeyScope } from '#contract/key-scopes.ts'
import { accountNumbersIn } from '#contract/values/account-numbers.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { resetUnlessChanged } from '#web/ui/fields/reset-form.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { useMe } from '../access/queries.ts'
import { call } from '../call.ts'
import { keysKey, summaryClass } from './queries.ts'
import { ownConsoleScopes, scopeText } from './scopes.ts'

/** A secret that has just been made: shown until it is put away, and never again. */
export type NewSecret = { name: string; secret: string }

/** Makes a key: what it may do, for which customers, and how its documents are numbered. */
export function MakeForm({ onMade }: { onMade: (made: NewSecret) => void }): ReactNode {
  const cache = useQueryClient()
  const me = useMe()
  const ofConsole = me ? ownConsoleScopes(me) : []
  const form = useForm({
    fields: ['name', 'scopes', 'accounts'],
    faultsOf: formFaults,
    check: (data) => ({
      ...requiredFaults(data, ['name']),
      ...(data.getAll('scopes').length === 0 ? { scopes: t('keys.scopes.missing') } : {}),
    }),
    send: async (data) => {
      const name = fieldText(data, 'name').trim()
      const numberedBy = fieldText(data, 'numberedBy') === 'customer' ? 'customer' : 'supplier'
      const chosen = data.getAll('scopes')
      const scopes = [...erpScopes, ...ofConsole].filter((scope) => chosen.includes(scope))
      const source = fieldText(data, 'source').trim()
      const numbers = accountNumbersIn(fieldText(data, 'accounts'))
      const accounts = numbers.length === 0 ? {} : { accounts: numbers }
      const { secret } = await call(createKey, { body: { name, scopes, numberedBy, source, ...accounts } })
      resetUnlessChanged(form.ref.current, data)
      onMade({ name, secret })
      await cache.invalidateQueries({ queryKey: [keysKey] })
    },
  })
  return (
    <Card title={t('keys.make')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('keys.name')}
          name="name"
          hint={t('keys.name.hint')}
          maxLength={100}
          autoComplete="off"
          error={form.faults.name ?? form.faults.form}
        />
        <fieldset className="flex flex-col">
          <legend className="mb-1.5 text-sm font-medium">{t('keys.scopes')}</legend>
          <Scopes scopes={erpScopes} />
          {form.faults.scopes && (
            <p role="alert" className="mt-1 text-sm text-bad">
              {form.faults.scopes}
            </p>
          )}
        </fieldset>
        <SelectField
          label={t('keys.numbering')}
          name="numberedBy"
          choices={[
            { value: 'supplier', label: t('keys.numbering.supplier') },
            { value: 'customer', label: t('keys.numbering.customer') },
          ]}
        />
        <TextField
          label={t('keys.source')}
          name="source"
          hint={t('keys.source.hint')}
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          label={t('keys.accounts')}
          name="accounts"
          hint={t('keys.accounts.hint')}
          autoComplete="off"
          error={form.faults.accounts}
        />
        {ofConsole.length > 0 && (
          <details className="sm:col-span-2">
            <summary className={summaryClass}>{t('keys.scopes.console')}</summary>
            <fieldset className="mt-2 grid gap-x-4 sm:grid-cols-2">
              <legend className="sr-only">{t('keys.scopes.console')}</legend>
              <Scopes scopes={ofConsole} />
            </fieldset>
          </details>
        )}
        <Button type="submit" variant="primary" write={form} className="justify-self-start">
          {t('keys.make')}
        </Button>
      </form>
    </Card>
  )
}

const Scopes = ({ scopes }: { scopes: readonly KeyScope[] }) =>
  scopes.map((scope) => (
    <CheckField
      key={scope}
      label={scopeText(scope)}
      name="scopes"
      value={scope}
      defaultChecked={scope === 'ingest:write'}
    />
  ))
