import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Passkey } from '#contract/auth/passkeys.ts'
import {
  addStaffPasskey,
  beginStaffPasskey,
  removeStaffPasskey,
  renameStaffPasskey,
} from '#contract/console/passkeys.ts'
import { createPasskey } from '#web/api/passkey.ts'
import { isOwnAddress, supportsPasskeys } from '#web/api/passkey-support.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { portalQuery } from '../portal-query.ts'
import { factorsQuery } from './queries.ts'

/** The passkeys by which the member of staff signs in to the console. */
export function PasskeysCard(): ReactNode {
  const factors = useQuery(factorsQuery)
  const cache = useQueryClient()
  const [naming, setNaming] = useState<string>()
  const remove = useMutation({
    mutationFn: (id: string) => call(removeStaffPasskey, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  })
  const absence = absentStateOf(factors)
  const passkeys = factors.data?.passkeys ?? []
  const signOn = factors.data?.signOn
  if (signOn)
    return (
      <Card title={t('console.signOn.title')}>
        <p className="text-muted">{t('console.signOn.text', { provider: signOn })}</p>
      </Card>
    )
  return (
    <Card title={t('security.passkeys')} padded={false}>
      <p className="px-4 pb-3 text-muted sm:px-5">{t('console.passkeys.text')}</p>
      {absence && <AbsentState absent={absence} skeleton={<Skeleton className="m-5 h-12" />} />}
      <ul>
        {passkeys.map((passkey) => (
          <li
            key={passkey.id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-border px-4 py-3 sm:px-5"
          >
            {naming === passkey.id ? (
              <PasskeyForm
                initial={passkey.name}
                submit={t('security.passkeys.rename.submit')}
                send={(name) => call(renameStaffPasskey, { params: { id: passkey.id }, body: { name } })}
                onClose={() => setNaming(undefined)}
              />
            ) : (
              <>
                <div className="min-w-0">
                  <p className="font-medium break-words">
                    <bdi>{passkey.name}</bdi>
                  </p>
                  <p className="text-sm text-muted">{detailsOf(passkey)}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <Button size="small" onClick={() => setNaming(passkey.id)}>
                    <span aria-hidden>{t('security.passkeys.rename')}</span>
                    <span className="sr-only">{t('security.passkeys.rename.name', { name: passkey.name })}</span>
                  </Button>
                  <ConfirmButton
                    label={t('security.passkeys.remove', { name: passkey.name })}
                    text={t('security.passkeys.remove.text')}
                    write={remove.variables === passkey.id ? remove : undefined}
                    onConfirm={() => remove.mutate(passkey.id)}
                  >
                    {t('security.remove')}
                  </ConfirmButton>
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
      {factors.data && <AddPasskey isFirst={passkeys.length === 0} />}
    </Card>
  )
}

function detailsOf({ since, lastUsed, synced }: Passkey): string {
  const used = lastUsed ? t('security.passkeys.used', { date: formatDate(lastUsed) }) : t('security.passkeys.unused')
  const made = t('security.passkeys.made', { date: formatDate(since) })
  return [made, used, ...(synced ? [t('security.passkeys.synced')] : [])].join(' · ')
}

function AddPasskey({ isFirst }: { isFirst: boolean }) {
  const { data: portal } = useQuery(portalQuery)
  const [open, setOpen] = useState(false)
  const fault = !isOwnAddress(portal?.address)
    ? t('passkeys.elsewhere.alone', { address: portal?.address ?? '' })
    : supportsPasskeys()
      ? undefined
      : t('security.passkeys.unsupported')
  return (
    <div className="border-t border-border p-4 sm:px-5">
      {fault !== undefined ? (
        <p className="text-muted">{fault}</p>
      ) : open ? (
        <PasskeyForm
          initial=""
          submit={t('security.passkeys.create')}
          send={async (name) => {
            const credential = await createPasskey(await call(beginStaffPasskey, {}))
            await call(addStaffPasskey, { body: { name, credential } })
            showToast('good', t('toast.success'), t('security.passkeys.added'))
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <>
          {isFirst && <p className="mb-3 text-muted">{t('security.passkeys.none')}</p>}
          <Button onClick={() => setOpen(true)}>{t('security.passkeys.add')}</Button>
        </>
      )}
    </div>
  )
}

type PasskeyFormProps = {
  initial: string
  submit: string
  send: (name: string) => Promise<unknown>
  onClose: () => void
}

/** The name of a passkey, new or another one. */
function PasskeyForm({ initial, submit, send, onClose }: PasskeyFormProps) {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['name'],
    // An empty field gets the focus; it needs no words.
    check: (data) => (fieldText(data, 'name').trim() === '' ? { name: '' } : {}),
    send: async (data) => {
      await send(fieldText(data, 'name').trim())
      await cache.invalidateQueries({ queryKey: factorsQuery.queryKey })
      onClose()
    },
    // The browser, or the person in its dialog, made none.
    faultsOf: (error) => {
      if (error instanceof DOMException) return { name: t('security.passkeys.failed') }
      const { form, name = form } = formFaults(error, ['name'])
      return { name }
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="w-full space-y-3">
      <TextField
        label={t('security.passkeys.name')}
        name="name"
        maxLength={60}
        autoComplete="off"
        defaultValue={initial}
        autoFocus
        error={form.faults.name || undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" write={form}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
