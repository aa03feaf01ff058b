import { type ReactNode, useState } from 'react'
import { sendCode, trustedDeviceDays } from '#contract/auth/factors.ts'
import { CallError, call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { CodeField, codeLength } from '../ui/fields/CodeField.tsx'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, FormFault } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults } from './form.ts'
import { openedChallenge } from './opened-challenge.ts'
import { type ChallengeMethod, forgetChallenge, pendingChallenge } from './second-factor-challenge.ts'
import { submitSecondFactor } from './sign-in.ts'

/** The second step of a sign-in: a code from an app, from a mail, or a recovery code. */
export function SecondFactorPage({ portal, goTo, onSignedIn }: AuthPageProps): ReactNode {
  const [challenge, setChallenge] = useState(openedChallenge)
  const [method, setMethod] = useState<ChallengeMethod>(challenge.methods[0] ?? 'totp')
  // Counts what begins again with an empty field: after a refused code, and by another way to get one.
  const [round, setRound] = useState(0)
  const form = useForm({
    fields: ['code'],
    check: (data) => {
      const code = fieldText(data, 'code').trim()
      if (method === 'recovery') return code === '' ? { code: t('auth.missing') } : {}
      return code.length < codeLength ? { code: t('code.incomplete') } : {}
    },
    send: async (data) => {
      const trust = data.get('trust') === 'on' ? { trustDevice: true } : {}
      const answer = await submitSecondFactor({ code: fieldText(data, 'code'), ...trust }).catch(startAgain)
      if (answer === 'signed in') onSignedIn()
      else if (answer) refuse(answer.message)
    },
    faultsOf: formFaults,
  })

  /** Begins the sign-in again when it has ended. Throws any other error. */
  function startAgain(error: unknown): void {
    if (!(error instanceof CallError && error.code === 'wrong_credentials')) throw error
    forgetChallenge()
    goTo('/', error.message)
  }

  function refuse(message: string) {
    setChallenge(pendingChallenge())
    setRound((count) => count + 1)
    form.show({ code: message })
  }

  async function choose(other: ChallengeMethod) {
    setMethod(other)
    setRound((count) => count + 1)
    form.show({})
    if (other !== 'email') return
    await call(sendCode, {})
      .catch(startAgain)
      .catch((error: unknown) => form.show(formFaults(error, ['code'])))
  }

  const lead = challenge.enrols ? t('secondFactor.enrols') : t(`secondFactor.${method}`)
  return (
    <AuthCard title={t('secondFactor.title')} lead={lead} logo={portal.data?.logo} links={<BackLink />}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
        {method === 'recovery' ? (
          <>
            <FormFault faults={form.faults} />
            <TextField
              key={round}
              label={t('code.recovery')}
              name="code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              dir="ltr"
              error={form.faults.code}
            />
          </>
        ) : (
          <CodeField key={round} name="code" takesFocus error={form.faults.code ?? form.faults.form} />
        )}
        <CheckField label={t('secondFactor.trust', { days: trustedDeviceDays })} name="trust" />
        <Button type="submit" variant="primary" size="large" write={form} className="w-full">
          {t('secondFactor.submit')}
        </Button>
      </form>
      <OtherMethods methods={challenge.methods} method={method} onChoose={(other) => void choose(other)} />
    </AuthCard>
  )
}

type OtherMethodsProps = {
  methods: readonly ChallengeMethod[]
  method: ChallengeMethod
  onChoose: (method: ChallengeMethod) => void
}

function OtherMethods({ methods, method, onChoose }: OtherMethodsProps) {
  const otherMethods = methods.filter((candidate) => candidate !== method || candidate === 'email')
  if (otherMethods.length === 0) return null
  return (
    <section
      aria-label={t('secondFactor.other')}
      className="mt-5 flex flex-col items-start gap-1 border-t border-border pt-4"
    >
      {otherMethods.map((other) => (
        <Button key={other} variant="quiet" size="small" className="-ms-3" onClick={() => onChoose(other)}>
          {other === method ? t('secondFactor.again') : t(`secondFactor.use.${other}`)}
        </Button>
      ))}
    </section>
  )
}
