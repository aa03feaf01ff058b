import { type FormEvent, type ReactNode, useState } from 'react'
import { type AppKey, confirmFactor, type FactorMethod } from '#contract/auth/factors.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { CodeField } from '../ui/fields/CodeField.tsx'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { t } from '../ui/text.ts'
import { useGuardedChange } from './proof.ts'

type EnrolmentProps = {
  pendingFactor: { method: 'totp'; key: AppKey } | { method: 'email' }
  email: string
  onConfirmed: () => void
  onClose: () => void
}

/** Sets up a second factor: shows the key for the app or names the mailbox, and asks for a first correct code. */
export function Enrolment({ pendingFactor, email, onConfirmed, onClose }: EnrolmentProps): ReactNode {
  const [code, setCode] = useState('')
  const [incomplete, setIncomplete] = useState(false)
  const confirm = useGuardedChange(({ method, digits }: { method: FactorMethod; digits: string }) =>
    call(confirmFactor, { params: { method }, body: { code: digits } }),
  )
  const fault = incomplete ? t('code.incomplete') : (fieldFaults(confirm.error).code ?? confirm.error?.message)

  function send(digits: string) {
    if (confirm.isPending) return
    setIncomplete(digits.length < 6)
    if (digits.length === 6) {
      confirm.mutate({ method: pendingFactor.method, digits }, { onSuccess: onConfirmed, onError: () => setCode('') })
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    send(code)
  }

  return (
    <Drawer open onClose={onClose} title={t(`security.factor.${pendingFactor.method}`)}>
      <form noValidate onSubmit={submit} className="space-y-5">
        {pendingFactor.method === 'totp' ? (
          <KeyInstructions appKey={pendingFactor.key} />
        ) : (
          <p>{t('security.email.code', { email })}</p>
        )}
        <CodeField value={code} onChange={setCode} onComplete={send} error={fault} />
        <Button type="submit" variant="primary" pending={confirm.isPending} className="w-full">
          {t('security.confirm')}
        </Button>
      </form>
    </Drawer>
  )
}

function KeyInstructions({ appKey: { secret, qr } }: { appKey: AppKey }) {
  const groups = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  return (
    <>
      <p>{t('security.app.scan')}</p>
      <svg
        role="img"
        aria-label={t('security.app.qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-52 rounded-control"
      >
        {/* Black on white in the dark theme too: many apps read no other. */}
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <div>
        <p>{t('security.app.key')}</p>
        <p className="mt-1 flex items-center gap-2">
          <code dir="ltr" className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2 text-sm break-words">
            {groups}
          </code>
          <CopyButton text={secret} what={t('security.app.key.name')} />
        </p>
      </div>
      <p>{t('security.app.code')}</p>
    </>
  )
}
