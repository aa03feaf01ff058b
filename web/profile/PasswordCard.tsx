import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { changeOwnPassword, passwordLength } from '#contract/auth/passwords.ts'
import type { Body } from '#contract/endpoint.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { profileQuery } from '../api/viewer.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CheckField } from '../ui/fields/Field.tsx'
import { NewPasswordField } from '../ui/fields/NewPasswordField.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { factorsQuery, securityKey } from './queries.ts'

/** Changes the person's own password, with the current one. */
export function PasswordCard(): ReactNode {
  const [open, setOpen] = useState(false)
  const { data: factors } = useQuery(factorsQuery)
  return (
    <Card title={t('security.password')}>
      {factors?.password === false ? (
        <>
          <p className="mb-4 text-muted">{t('security.password.none')}</p>
          <a href="/forgotPassword#mail" className={buttonClass()}>
            {t('security.password.choose')}
          </a>
        </>
      ) : open ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <>
          <p className="mb-4 text-muted">{t('security.password.text')}</p>
          <Button onClick={() => setOpen(true)}>{t('security.password.change')}</Button>
        </>
      )}
    </Card>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient()
  const { data: factors } = useQuery(factorsQuery)
  const { data: profile } = useQuery(profileQuery)
  const change = useMutation({
    mutationFn: (body: Body<typeof changeOwnPassword>) => call(changeOwnPassword, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: securityKey })
      onDone()
    },
  })
  const fields = ['current', 'password']
  const form = useForm({
    fields,
    // An empty field gets the focus; it needs no words.
    check: (data) =>
      Object.fromEntries(fields.filter((field) => fieldText(data, field) === '').map((field) => [field, ''])),
    send: (data) =>
      change.mutateAsync({
        current: fieldText(data, 'current'),
        password: fieldText(data, 'password'),
        endOthers: data.get('endOthers') === 'on',
      }),
    faultsOf: fieldFaults,
  })

  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      {/* For password managers: the user name for the password. */}
      <input type="email" name="username" value={profile?.user.email ?? ''} autoComplete="username" readOnly hidden />
      <PasswordField
        label={t('security.password.current')}
        name="current"
        autoComplete="current-password"
        error={form.faults.current || undefined}
      />
      <NewPasswordField
        limits={{ least: factors?.leastPassword ?? passwordLength.min, most: passwordLength.max }}
        words={profile ? [profile.user.name, profile.user.email] : []}
        error={form.faults.password || undefined}
      />
      <CheckField label={t('security.password.endOthers')} name="endOthers" defaultChecked />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" write={form}>
          {t('security.password.save')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
