import { type ReactNode, useState } from 'react'
import { inviteMember } from '#contract/company/endpoints.ts'
import { invitationDays } from '#contract/registration/endpoints.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { resetUnlessChanged } from '../ui/fields/reset-form.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { useMemberChange } from './queries.ts'
import { roleChoices, roleText } from './roles.ts'

export function InviteCard(): ReactNode {
  const [role, setRole] = useState('viewer')
  const invite = useMemberChange((email: string) => call(inviteMember, { body: { email, role } }))

  const form = useForm({
    fields: ['email'],
    check: (data) => (fieldText(data, 'email').trim() === '' ? { email: t('login.email.missing') } : {}),
    send: async (data) => {
      await invite.mutateAsync(fieldText(data, 'email').trim())
      resetUnlessChanged(form.ref.current, data)
    },
    faultsOf: fieldFaults,
  })

  return (
    <Card title={t('company.invite')}>
      <p className="mb-4 text-muted">{t('company.invite.text', { days: invitationDays })}</p>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <TextField
          label={t('profile.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={form.faults.email}
        />
        <div>
          <SelectField
            label={t('profile.role')}
            choices={roleChoices()}
            value={role}
            onChange={(event) => setRole(event.target.value)}
          />
          <p className="mt-1 text-sm text-muted">{roleText(role)}</p>
        </div>
        <Button type="submit" variant="primary" write={form}>
          {t('company.invite.submit')}
        </Button>
      </form>
    </Card>
  )
}
