import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { proofMinutes, prove } from '#contract/auth/factors.ts'
import { proveWithPasskey } from '#contract/auth/passkeys.ts'
import { CallError, call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { requestPasskey } from '../api/passkey.ts'
import { supportsPasskeys } from '../api/passkey-support.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { t } from '../ui/text.ts'
import { ProofContext } from './proof.ts'
import { factorsQuery, passkeysQuery } from './queries.ts'

type PendingProof = { resume: () => void; cancel: () => void }

/**
 * Asks the person to prove their identity again when the server demands it, then repeats the task. Several tasks at once
 * wait for the same proof. Closing the drawer rejects with an AbortError, which is not reported as a failure.
 */
export function ProofFrame({ children }: { children: ReactNode }): ReactNode {
  const [pendingProof, setPendingProof] = useState<PendingProof | null>(null)
  const proof = useRef<Promise<void>>(undefined)

  const withProof = useCallback(async <Result,>(task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'proof_needed')) throw error
    }
    proof.current ??= new Promise<void>((resume, reject) => {
      setPendingProof({ resume, cancel: () => reject(new DOMException('The person gave up', 'AbortError')) })
    }).finally(() => {
      proof.current = undefined
      setPendingProof(null)
    })
    await proof.current
    return task()
  }, [])

  return (
    <ProofContext value={withProof}>
      {children}
      <Drawer open={pendingProof !== null} onClose={() => pendingProof?.cancel()} title={t('confirm.title')}>
        {pendingProof && <ProofForm onProven={pendingProof.resume} />}
      </Drawer>
    </ProofContext>
  )
}

function ProofForm({ onProven }: { onProven: () => void }) {
  const { data: factors } = useQuery(factorsQuery)
  const { data: passkeys } = useQuery(passkeysQuery)
  const [chosenMethod, setChosenMethod] = useState<'password' | 'code'>('password')
  const hasCodes = factors?.methods.some(({ method }) => method === 'totp') || (factors?.recoveryCodes ?? 0) > 0
  const hasPassword = factors?.password !== false
  const method = hasPassword ? chosenMethod : 'code'
  const proveByText = useMutation({
    mutationFn: (text: string) => call(prove, { body: method === 'password' ? { password: text } : { code: text } }),
    onSuccess: onProven,
  })
  const proveByPasskey = useMutation({
    mutationFn: async () => call(proveWithPasskey, { body: { credential: await requestPasskey() } }),
    onSuccess: onProven,
  })
  const otherMethod = method === 'password' ? 'code' : 'password'

  const form = useForm({
    fields: ['proof'],
    // An empty field gets the focus; it needs no words.
    check: (data) => (fieldText(data, 'proof') === '' ? { proof: '' } : {}),
    send: (data) => proveByText.mutateAsync(fieldText(data, 'proof')),
    faultsOf: (error) => {
      const fault = fieldFaults(error)[method]
      return fault === undefined ? {} : { proof: fault }
    },
  })
  const fault = form.faults.proof || undefined

  const passkeyButton = supportsPasskeys() && (passkeys?.passkeys.length ?? 0) > 0 && (
    <Button write={proveByPasskey} onClick={() => proveByPasskey.mutate()} className="w-full">
      <KeyRound aria-hidden size={16} />
      {t('login.passkey')}
    </Button>
  )
  if (!hasPassword && !hasCodes) {
    return (
      <div className="space-y-4">
        <p className="text-muted">{t('proof.signInAgain', { minutes: proofMinutes })}</p>
        {passkeyButton}
      </div>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <p className="text-muted">{t('proof.text', { minutes: proofMinutes })}</p>
      {method === 'password' ? (
        <PasswordField
          key="password"
          name="proof"
          label={t('proof.password')}
          autoComplete="current-password"
          error={fault}
        />
      ) : (
        <TextField
          key="code"
          name="proof"
          label={t('proof.code')}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          error={fault}
        />
      )}
      <Button type="submit" variant="primary" write={form} className="w-full">
        {t('proof.submit')}
      </Button>
      {passkeyButton}
      {hasCodes && hasPassword && (
        <Button
          variant="quiet"
          className="w-full"
          onClick={() => {
            form.show({})
            setChosenMethod(otherMethod)
          }}
        >
          {t(`proof.use.${otherMethod}`)}
        </Button>
      )}
    </form>
  )
}
