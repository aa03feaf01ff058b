import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Customer } from '#contract/console/customers.ts'
import { invitePerson } from '#contract/console/invitations.ts'
import { type Language, languages } from '#contract/languages.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { customerQuery } from './queries.ts'

/** Invites somebody to become a member of a customer's account. */
export function InviteDrawer({ customer, onClose }: { customer: Customer; onClose: () => void }): ReactNode {
  const cache = useQueryClient()
  const { id, people, invitations } = customer
  const form = useForm({
    fields: ['email', 'name'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['email']),
    send: async (data) => {
      const name = fieldText(data, 'name').trim()
      const language = fieldText(data, 'language')
      const body = {
        email: fieldText(data, 'email').trim(),
        role: fieldText(data, 'role') as Role,
        ...(name === '' ? {} : { name }),
        ...(language === '' ? {} : { language: language as Language }),
      }
      await call(invitePerson, { params: { id }, body })
      await cache.invalidateQueries({ queryKey: customerQuery(id).queryKey })
      await cache.invalidateQueries({ queryKey: ['customers', 'list'] })
      onClose()
    },
  })
  // Whoever is first invites the others.
  const isFirst = people.length + invitations.length === 0
  return (
    <Drawer open onClose={onClose} title={t('customers.invite.title', { name: customer.name })}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          error={form.faults.email ?? form.faults.form}
        />
        <TextField
          label={t('customers.invite.name')}
          name="name"
          maxLength={200}
          autoComplete="off"
          error={form.faults.name}
        />
        <SelectField
          label={t('console.role')}
          name="role"
          defaultValue={isFirst ? 'admin' : 'buyer'}
          choices={(Object.keys(roles) as Role[]).map((role) => ({ value: role, label: t(`profile.role.${role}`) }))}
        />
        <SelectField
          label={t('customers.invite.language')}
          name="language"
          defaultValue=""
          choices={[
            { value: '', label: t('customers.invite.language.account') },
            ...languages.map((one) => ({ value: one, label: languageNames[one] })),
          ]}
        />
        <Button type="submit" variant="primary" write={form}>
          {t('console.staff.send')}
        </Button>
      </form>
    </Drawer>
  )
}
