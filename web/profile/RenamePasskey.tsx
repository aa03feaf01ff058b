import type { FormEvent, ReactNode } from 'react'
import { type Passkey, renamePasskey } from '../../contract/passkeys.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Popover } from '../ui/Popover.tsx'
import { t } from '../ui/text.ts'
import { useGuardedChange } from './proof.ts'

/** Renames a passkey. */
export function RenamePasskey({ passkey: { id, name } }: { passkey: Passkey }): ReactNode {
  const label = t('security.passkeys.rename.name', { name })
  const rename = useGuardedChange((newName: string) => call(renamePasskey, { params: { id }, body: { name: newName } }))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const panel = event.currentTarget.closest<HTMLElement>('[popover]')
    const newName = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (newName !== '' && !rename.isPending) rename.mutate(newName, { onSuccess: () => panel?.hidePopover() })
  }

  const button = (
    <>
      <span aria-hidden>{t('security.passkeys.rename')}</span>
      <span className="sr-only">{label}</span>
    </>
  )
  return (
    <Popover label={label} button={button} buttonClassName={buttonClass('secondary', 'small')}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <TextField
          label={t('security.passkeys.name')}
          name="name"
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
          error={fieldFaults(rename.error).name}
        />
        <Button type="submit" size="small" variant="primary" pending={rename.isPending} className="w-full">
          {t('security.passkeys.rename.submit')}
        </Button>
      </form>
    </Popover>
  )
}
