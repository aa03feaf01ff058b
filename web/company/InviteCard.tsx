import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { inviteMember } from '../../contract/company.ts'
import { invitationDays } from '../../contract/registration.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/Field.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { t } from '../ui/text.ts'
import { useMemberChange } from './queries.ts'
import { roleChoices, roleText } from './roles.ts'

export function InviteCard(): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const [role, setRole] = useState('viewer')
  const [empty, setEmpty] = useState(false)
  const invite = useMemberChange((email: string) => call(inviteMember, { body: { email, role } }))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (invite.isPending) return
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    const focus = () => form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
    setEmpty(email === '')
    if (email === '') return focus()
    invite.mutate(email, { onSuccess: () => form.current?.reset(), onError: focus })
  }

  return (
    <Card title={t('company.invite')}>
      <p className="mb-4 text-muted">{t('company.invite.text', { days: invitationDays })}</p>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label={t('profile.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={empty ? t('login.email.missing') : fieldFaults(invite.error).email}
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
        <Button type="submit" variant="primary" pending={invite.isPending}>
          {t('company.invite.submit')}
        </Button>
      </form>
    </Card>
  )
}
