import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { CheckField, TextField } from '../ui/Field.tsx'
import { usePageTitle } from '../ui/portal.ts'
import { t } from '../ui/text.ts'
import { type SignInFaults, signIn } from './sign-in.ts'

type LoginPageProps = { continues: boolean; onSignedIn: () => void }

/** The sign-in. What is wrong stands beside its field and is read out; the first wrong field gets the focus. */
export function LoginPage({ continues, onSignedIn }: LoginPageProps): ReactNode {
  usePageTitle(t('login.title'))
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<SignInFaults>({})
  const [pending, setPending] = useState(false)
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const data = new FormData(event.currentTarget)
    setPending(true)
    setFaults({})
    const result = await signIn({
      email: String(data.get('email') ?? '').trim(),
      password: String(data.get('password') ?? ''),
      remember: data.get('remember') === 'on',
    })
    if (result === 'signed in') return onSignedIn()
    setPending(false)
    setFaults(result)
    const wrong = result.email ? 'email' : 'password'
    form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
  }

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Toggle = visible ? EyeOff : Eye
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <div className="w-full max-w-[420px] rounded-card border border-border bg-raised p-6 sm:p-8">
        <img src="/favicon.svg" alt="" width={40} height={40} className="mb-5 size-10" />
        <h1 className="text-xl font-semibold">{t('login.title')}</h1>
        <p className="mt-1 mb-6 text-muted">{continues ? t('login.continue') : t('login.lead')}</p>
        <form ref={form} noValidate onSubmit={submit} className="space-y-4">
          <div role="alert" className="empty:hidden">
            {faults.form && (
              <p className="rounded-control border border-bad-border bg-bad-bg px-3 py-2 text-bad">{faults.form}</p>
            )}
          </div>
          <TextField
            label={t('login.email')}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            error={faults.email}
          />
          <TextField
            label={t('login.password')}
            name="password"
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1024}
            error={faults.password}
            hint={capsLock ? t('login.capsLock') : undefined}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
            end={
              <IconButton
                label={t(visible ? 'login.password.hide' : 'login.password.show')}
                tooltip="none"
                onClick={() => setVisible(!visible)}
              >
                <Toggle aria-hidden size={20} />
              </IconButton>
            }
          />
          <CheckField label={t('login.remember')} name="remember" defaultChecked />
          <Button type="submit" variant="primary" size="large" pending={pending} className="w-full">
            {t(pending ? 'login.submitting' : 'login.submit')}
          </Button>
        </form>
      </div>
      <p className="text-sm text-muted">{t('footer.text', { year: String(new Date().getFullYear()) })}</p>
    </main>
  )
}
