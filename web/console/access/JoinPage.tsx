import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { passwordLength } from '#contract/auth/passwords.ts'
import { acceptStaffInvitation, showStaffInvitation } from '#contract/console/access.ts'
import { beginJoiningWithPasskey, joinWithPasskey } from '#contract/console/passkeys.ts'
import type { Reply } from '#contract/endpoint.ts'
import { CallError, call } from '#web/api/call.ts'
import { createPasskey } from '#web/api/passkey.ts'
import { isOwnAddress, supportsPasskeys } from '#web/api/passkey-support.ts'
import { FormFault } from '#web/auth/AuthCard.tsx'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { AppKeyInstructions } from '#web/ui/fields/AppKeyInstructions.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { NewPasswordField } from '#web/ui/fields/NewPasswordField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { portalQuery } from '../portal-query.ts'
import { AccessCard } from './AccessCard.tsx'
import { CodeInput } from './SignInPage.tsx'

type Invitation = Reply<typeof showStaffInvitation>

/** The page that the link of an invitation opens: a passkey, or password and authenticator app together. */
export function JoinPage(): ReactNode {
  // After the #, so that no server on the way keeps it.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(showStaffInvitation, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <JoinForm invitation={data} token={token} />
  const fault = error instanceof CallError ? (error.errors[0]?.message ?? error.message) : t('toast.network')
  return (
    <AccessCard title={t('console.join')}>
      {error ? (
        <>
          <p className="mb-4">{fault}</p>
          <a href="/console/" className={buttonClass('primary')}>
            {t('console.signIn')}
          </a>
        </>
      ) : (
        <Skeleton className="h-72 w-full" />
      )}
    </AccessCard>
  )
}

function JoinForm({ invitation, token }: { invitation: Invitation; token: string }) {
  const { email, name, role, key, leastPassword } = invitation
  const { data: portal } = useQuery(portalQuery)
  const canUsePasskeys = supportsPasskeys() && isOwnAddress(portal?.address)
  const [withApp, setWithApp] = useState(false)
  const way = canUsePasskeys && !withApp ? 'passkey' : 'app'
  const asked = [...(email === null ? ['email'] : []), 'name', ...(way === 'app' ? ['password', 'code'] : [])]
  const form = useForm({
    fields: ['email', 'name', 'password', 'code'],
    faultsOf: (error, fields) =>
      error instanceof DOMException ? { form: t('security.passkeys.failed') } : formFaults(error, fields),
    check: (data) => requiredFaults(data, asked),
    send: async (data) => {
      const who = {
        ...{ token, name: fieldText(data, 'name').trim() },
        ...(email === null ? { email: fieldText(data, 'email').trim() } : {}),
      }
      if (way === 'passkey') {
        const credential = await createPasskey(await call(beginJoiningWithPasskey, { body: who }))
        await call(joinWithPasskey, { body: { ...who, credential } })
      } else {
        const [password, code] = [fieldText(data, 'password'), fieldText(data, 'code').trim()]
        await call(acceptStaffInvitation, { body: { ...who, password, code } })
      }
      // The link is used up: the address that it opened leads nowhere any more.
      location.replace('/console/')
    },
  })
  return (
    <AccessCard title={t('console.join')} lead={t('console.join.lead', { role: t(`console.role.${role}`) })}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        <FormFault faults={form.faults} />
        {email === null ? (
          <TextField
            label={t('login.email')}
            name="email"
            type="email"
            autoComplete="username"
            error={form.faults.email}
          />
        ) : (
          <TextField label={t('login.email')} type="email" autoComplete="username" value={email} readOnly />
        )}
        <TextField
          label={t('console.join.name')}
          name="name"
          autoComplete="name"
          defaultValue={name ?? ''}
          maxLength={200}
          error={form.faults.name}
        />
        {way === 'app' ? (
          <>
            <p className="text-muted">{t('console.join.app')}</p>
            <NewPasswordField
              limits={{ least: leastPassword, most: passwordLength.max }}
              error={form.faults.password}
            />
            <AppKeyInstructions {...key} />
            <CodeInput error={form.faults.code} />
          </>
        ) : (
          <p className="text-muted">{t('console.join.passkey')}</p>
        )}
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t(way === 'passkey' ? 'console.join.withPasskey' : 'console.join')}
        </Button>
        {canUsePasskeys && (
          <Button
            variant="quiet"
            className="w-full"
            onClick={() => {
              form.show({})
              setWithApp(!withApp)
            }}
          >
            {t(way === 'passkey' ? 'console.join.useApp' : 'console.join.usePasskey')}
          </Button>
        )}
      </form>
    </AccessCard>
  )
}
