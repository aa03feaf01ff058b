import { type FormEvent, type ReactNode, useState } from 'react'
import { sendCode, trustedDeviceDays } from '#contract/auth/factors.ts'
import { CallError, call } from '../api/call.ts'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/fields/CodeField.tsx'
import { CheckField, TextField } from '../ui/fields/Field.tsx'
import type { Faults } from '../ui/form.ts'
import { t } from '../ui/text.ts'
import { AuthCard, BackLink, FormFault } from './AuthCard.tsx'
import type { AuthPageProps } from './auth-page-props.ts'
import { formFaults } from './form.ts'
import { type ChallengeMethod, forgetChallenge, pendingChallenge } from './second-factor-challenge.ts'
import { submitSecondFactor } from './sign-in.ts'

/** The second step of a sign-in: a code from an app, from a mail, or a recovery code. */
export function SecondFactorPage({ portal, goTo, onSignedIn }: AuthPageProps): ReactNode {
  const [challenge, setChallenge] = useState(pendingChallenge)
  const [method, setMethod] = useState<ChallengeMethod>(challenge.methods[0] ?? 'totp')
  const [code, setCode] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [pending, setPending] = useState(false)
  const [trust, setTrust] = useState(false)
  const fault = faults.code ?? faults.form

  /** A sign-in that has ended starts again; any other fault is shown here. */
  function fail(error: unknown) {
    if (error instanceof CallError && error.code === 'wrong_credentials') {
      forgetChallenge()
      goTo('/', error.message)
    } else setFaults(formFaults(error, ['code']))
  }

  async function send(enteredCode: string) {
    if (pending) return
    setPending(true)
    setFaults({})
    try {
      const answer = await submitSecondFactor({ code: enteredCode, ...(trust ? { trustDevice: true } : {}) })
      if (answer === 'signed in') return onSignedIn()
      setChallenge(pendingChallenge())
      setFaults({ code: answer.message })
      setCode('')
    } catch (error) {
      fail(error)
    }
    setPending(false)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const isComplete = method === 'recovery' ? code.trim() !== '' : code.length === 6
    if (isComplete) void send(code)
    else setFaults({ code: t(method === 'recovery' ? 'auth.missing' : 'code.incomplete') })
  }

  async function choose(other: ChallengeMethod) {
    setMethod(other)
    setCode('')
    setFaults({})
    if (other === 'email') await call(sendCode, {}).catch(fail)
  }

  const lead = challenge.enrols ? t('secondFactor.enrols') : t(`secondFactor.${method}`)
  return (
    <AuthCard title={t('secondFactor.title')} lead={lead} logo={portal.data?.logo} links={<BackLink />}>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        {method === 'recovery' ? (
          <>
            <FormFault faults={faults} />
            <TextField
              key="recovery"
              label={t('code.recovery')}
              name="code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              dir="ltr"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              error={faults.code}
            />
          </>
        ) : (
          <CodeField
            key={method}
            takesFocus
            value={code}
            onChange={setCode}
            onComplete={(digits) => void send(digits)}
            error={fault}
          />
        )}
        <CheckField
          label={t('secondFactor.trust', { days: trustedDeviceDays })}
          checked={trust}
          onChange={(event) => setTrust(event.target.checked)}
        />
        <Button type="submit" variant="primary" size="large" pending={pending} className="w-full">
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
