import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addPasskey, beginPasskey, type Passkey, removePasskey } from '#contract/auth/passkeys.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { createPasskey } from '../api/passkey.ts'
import { isOwnAddress, supportsPasskeys } from '../api/passkey-support.ts'
import { absentStateOf } from '../api/query-state.ts'
import { portalQuery } from '../api/viewer.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { formatDate } from '../ui/format.ts'
import { showToast } from '../ui/overlays/toasts.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { t } from '../ui/text.ts'
import { Entries, EntriesLead, EntriesSkeleton, Entry, NoEntries } from './Entries.tsx'
import { useGuardedChange } from './proof.ts'
import { passkeysQuery } from './queries.ts'
import { RenamePasskey } from './RenamePasskey.tsx'

/** The passkeys of a person, with their names and when each was used. */
export function PasskeysCard(): ReactNode {
  const passkeys = useQuery(passkeysQuery)
  const remove = useGuardedChange((id: string) => call(removePasskey, { params: { id } }))
  const absentState = absentStateOf(passkeys)
  return (
    <Card title={t('security.passkeys')} padded={false}>
      <EntriesLead>{t('security.passkeys.text')}</EntriesLead>
      {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={1} />} />}
      {passkeys.data?.passkeys.length === 0 && <NoEntries>{t('security.passkeys.none')}</NoEntries>}
      <Entries>
        {passkeys.data?.passkeys.map((passkey) => (
          <Entry
            key={passkey.id}
            title={<bdi>{passkey.name}</bdi>}
            text={passkeyDetails(passkey)}
            action={
              <div className="flex flex-wrap justify-end gap-2">
                <RenamePasskey passkey={passkey} />
                <ConfirmButton
                  label={t('security.passkeys.remove', { name: passkey.name })}
                  text={t('security.passkeys.remove.text')}
                  write={remove.variables === passkey.id ? remove : undefined}
                  onConfirm={() => remove.mutate(passkey.id)}
                >
                  {t('security.remove')}
                </ConfirmButton>
              </div>
            }
          />
        ))}
      </Entries>
      <AddPasskey />
    </Card>
  )
}

function passkeyDetails({ since, lastUsed, synced }: Passkey): string {
  const used = lastUsed ? t('security.passkeys.used', { date: formatDate(lastUsed) }) : t('security.passkeys.unused')
  const made = t('security.passkeys.made', { date: formatDate(since) })
  return [made, used, ...(synced ? [t('security.passkeys.synced')] : [])].join(' · ')
}

function AddPasskey() {
  const { data: portal } = useQuery(portalQuery)
  if (!isOwnAddress(portal?.address))
    return <NoEntries>{t('passkeys.elsewhere.alone', { address: portal?.address ?? '' })}</NoEntries>
  return supportsPasskeys() ? <NewPasskey /> : <NoEntries>{t('security.passkeys.unsupported')}</NoEntries>
}

function NewPasskey() {
  const [open, setOpen] = useState(false)
  const begin = useGuardedChange(() => call(beginPasskey, {}))
  const add = useGuardedChange(async (name: string) => {
    const credential = await createPasskey(await begin.mutateAsync(undefined))
    return call(addPasskey, { body: { name, credential } })
  })

  const form = useForm({
    fields: ['name'],
    // An empty field gets the focus; it needs no words.
    check: (data) => (fieldText(data, 'name').trim() === '' ? { name: '' } : {}),
    send: async (data) => {
      await add.mutateAsync(fieldText(data, 'name').trim())
      setOpen(false)
      showToast('good', t('toast.success'), t('security.passkeys.added'))
    },
    // The browser, or the person in its dialog, made none.
    faultsOf: (error) => (error instanceof DOMException ? { name: t('security.passkeys.failed') } : fieldFaults(error)),
  })

  if (!open) {
    return (
      <div className="border-t border-border p-4 sm:px-5">
        <Button onClick={() => setOpen(true)}>{t('security.passkeys.add')}</Button>
      </div>
    )
  }
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-3 border-t border-border p-4 sm:px-5">
      <TextField
        label={t('security.passkeys.name')}
        name="name"
        maxLength={60}
        autoComplete="off"
        error={form.faults.name || undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" write={form}>
          {t('security.passkeys.create')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            form.show({})
            setOpen(false)
          }}
        >
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
