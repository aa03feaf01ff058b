import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { addPasskey, beginPasskey, type Passkey, removePasskey } from '../../contract/passkeys.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/faults.ts'
import { makePasskey } from '../api/passkey.ts'
import { isHome, passkeysWork } from '../api/passkey-support.ts'
import { absent } from '../api/view.ts'
import { portalQuery } from '../api/viewer.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { TextField } from '../ui/Field.tsx'
import { formatDate } from '../ui/format.ts'
import { t } from '../ui/text.ts'
import { showToast } from '../ui/toasts.ts'
import { Entries, EntriesLead, EntriesSkeleton, Entry, NoEntries } from './Entries.tsx'
import { useChange } from './proof.ts'
import { passkeysQuery } from './queries.ts'
import { RenamePasskey } from './RenamePasskey.tsx'

/** The passkeys of a person: what they are called, and when each was used. */
export function PasskeysCard(): ReactNode {
  const passkeys = useQuery(passkeysQuery)
  const remove = useChange((id: string) => call(removePasskey, { params: { id } }))
  const nothing = absent(passkeys)
  return (
    <Card title={t('security.passkeys')} padded={false}>
      <EntriesLead>{t('security.passkeys.text')}</EntriesLead>
      {nothing && <AbsentState absent={nothing} skeleton={<EntriesSkeleton rows={1} />} />}
      {passkeys.data?.passkeys.length === 0 && <NoEntries>{t('security.passkeys.none')}</NoEntries>}
      <Entries>
        {passkeys.data?.passkeys.map((passkey) => (
          <Entry
            key={passkey.id}
            title={<bdi>{passkey.name}</bdi>}
            text={factsOf(passkey)}
            action={
              <div className="flex flex-wrap justify-end gap-2">
                <RenamePasskey passkey={passkey} />
                <ConfirmButton
                  label={t('security.passkeys.remove', { name: passkey.name })}
                  text={t('security.passkeys.remove.text')}
                  pending={remove.isPending && remove.variables === passkey.id}
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

function factsOf({ since, lastUsed, synced }: Passkey): string {
  const used = lastUsed ? t('security.passkeys.used', { date: formatDate(lastUsed) }) : t('security.passkeys.unused')
  const made = t('security.passkeys.made', { date: formatDate(since) })
  return [made, used, ...(synced ? [t('security.passkeys.synced')] : [])].join(' · ')
}

function AddPasskey() {
  const { data: portal } = useQuery(portalQuery)
  if (!isHome(portal?.address))
    return <NoEntries>{t('passkeys.elsewhere.alone', { address: portal?.address ?? '' })}</NoEntries>
  return passkeysWork() ? <NewPasskey /> : <NoEntries>{t('security.passkeys.unsupported')}</NoEntries>
}

function NewPasskey() {
  const [name, setName] = useState<string | null>(null)
  const begin = useChange(() => call(beginPasskey, {}))
  const add = useChange(async (called: string) => {
    const credential = await makePasskey(await begin.mutateAsync(undefined))
    return call(addPasskey, { body: { name: called, credential } })
  })
  const refused = add.error instanceof DOMException && begin.error === null
  const fault = refused ? t('security.passkeys.failed') : fieldFaults(add.error).name

  function submit(event: FormEvent) {
    event.preventDefault()
    const called = name?.trim() ?? ''
    if (called === '' || add.isPending) return
    add.mutate(called, {
      onSuccess: () => {
        setName(null)
        showToast('good', t('toast.success'), t('security.passkeys.added'))
      },
    })
  }

  if (name === null) {
    return (
      <div className="border-t border-border p-4 sm:px-5">
        <Button onClick={() => setName('')}>{t('security.passkeys.add')}</Button>
      </div>
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3 border-t border-border p-4 sm:px-5">
      <TextField
        label={t('security.passkeys.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={60}
        autoComplete="off"
        error={fault}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={add.isPending} disabled={name.trim() === ''}>
          {t('security.passkeys.create')}
        </Button>
        <Button variant="quiet" onClick={() => setName(null)}>
          {t('security.cancel')}
        </Button>
      </div>
    </form>
  )
}
