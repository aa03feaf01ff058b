import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  changePerson,
  erasePersonForGood,
  type Person,
  resetPersonFactors,
  signPersonOut,
} from '#contract/console/people.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { personQuery } from './queries.ts'

/** What staff can do for a person, or to one. */
export function PersonActs({ person }: { person: Person }): ReactNode {
  const [open, setOpen] = useState<'email' | 'erase'>()
  const cache = useQueryClient()
  const { id, name, disabled, sessions, factors } = person
  const params = { id }
  const onSuccess = (changed: Person) => cache.setQueryData(personQuery(id).queryKey, changed)
  const onSettled = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['people', 'found'] }),
      cache.invalidateQueries({ queryKey: ['customers'] }),
    ])
  const setDisabled = useMutation({
    mutationFn: (to: boolean) => call(changePerson, { params, body: { disabled: to } }),
    onSuccess,
    onSettled,
  })
  const signOut = useMutation({ mutationFn: () => call(signPersonOut, { params }), onSuccess, onSettled })
  const reset = useMutation({ mutationFn: () => call(resetPersonFactors, { params }), onSuccess, onSettled })
  return (
    <Card title={t('persons.acts')}>
      <div className="flex flex-wrap gap-2">
        {sessions.length > 0 && (
          <ConfirmButton
            label={t('persons.signOut.label', { name })}
            text={t('persons.signOut.text')}
            write={signOut}
            onConfirm={() => signOut.mutate()}
          >
            {t('persons.signOut')}
          </ConfirmButton>
        )}
        {factors.some(({ method }) => method !== 'passkey') && (
          <ConfirmButton
            label={t('persons.reset.label', { name })}
            text={t('persons.reset.text')}
            write={reset}
            onConfirm={() => reset.mutate()}
          >
            {t('persons.reset')}
          </ConfirmButton>
        )}
        <Button size="small" onClick={() => setOpen('email')}>
          {t('persons.email')}
        </Button>
        {disabled ? (
          <Button size="small" write={setDisabled} onClick={() => setDisabled.mutate(false)}>
            {t('console.staff.enable')}
          </Button>
        ) : (
          <ConfirmButton
            label={t('console.staff.disable.label', { name })}
            text={t('console.staff.disable.text')}
            write={setDisabled}
            onConfirm={() => setDisabled.mutate(true)}
          >
            {t('console.staff.disable')}
          </ConfirmButton>
        )}
        <Button size="small" onClick={() => setOpen('erase')}>
          {t('persons.erase')}
        </Button>
      </div>
      {open === 'email' && <EmailDrawer person={person} onClose={() => setOpen(undefined)} />}
      {open === 'erase' && <EraseDrawer person={person} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

type DrawerProps = { person: Person; onClose: () => void }

function EmailDrawer({ person: { id, name, email }, onClose }: DrawerProps) {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['email'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['email']),
    send: async (data) => {
      const body = { email: fieldText(data, 'email').trim() }
      cache.setQueryData(personQuery(id).queryKey, await call(changePerson, { params: { id }, body }))
      await cache.invalidateQueries({ queryKey: ['people', 'found'] })
      onClose()
    },
  })
  return (
    <Drawer open onClose={onClose} title={t('persons.email.title', { name })}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          defaultValue={email}
          hint={t('persons.email.hint')}
          error={form.faults.email ?? form.faults.form}
        />
        <Button type="submit" variant="primary" write={form}>
          {t('console.staff.save')}
        </Button>
      </form>
    </Drawer>
  )
}

function EraseDrawer({ person: { id, name, email }, onClose }: DrawerProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({
    fields: ['confirm'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['confirm']),
    send: async (data) => {
      const body = { confirm: fieldText(data, 'confirm').trim() }
      await call(erasePersonForGood, { params: { id }, body })
      onClose()
      await navigate({ to: '/people', search: {} })
      cache.removeQueries({ queryKey: personQuery(id).queryKey })
      await cache.invalidateQueries({ queryKey: ['people', 'found'] })
    },
  })
  return (
    <Drawer open onClose={onClose} title={t('persons.erase.title', { name })}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p>{t('persons.erase.text')}</p>
        <TextField
          label={t('customers.confirm', { text: email })}
          name="confirm"
          maxLength={254}
          autoComplete="off"
          dir="ltr"
          error={form.faults.confirm ?? form.faults.form}
        />
        <Button type="submit" variant="primary" write={form}>
          {t('persons.erase.do')}
        </Button>
      </form>
    </Drawer>
  )
}
