import type { ReactNode } from 'react'
import { type Passkey, renamePasskey } from '#contract/auth/passkeys.ts'
import { call } from '../api/call.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { Popover } from '../ui/overlays/Popover.tsx'
import { t } from '../ui/text.ts'
import { useGuardedChange } from './proof.ts'

/** Renames a passkey. */
export function RenamePasskey({ passkey: { id, name } }: { passkey: Passkey }): ReactNode {
  const label = t('security.passkeys.rename.name', { name })
  const rename = useGuardedChange((newName: string) => call(renamePasskey, { params: { id }, body: { name: newName } }))

  const form = useForm({
    fields: ['name'],
    // An empty field gets the focus; it needs no words.
    check: (data) => (fieldText(data, 'name').trim() === '' ? { name: '' } : {}),
    send: async (data) => {
      await rename.mutateAsync(fieldText(data, 'name').trim())
      form.ref.current?.closest<HTMLElement>('[popover]')?.hidePopover()
    },
    faultsOf: fieldFaults,
  })

  const button = (
    <>
      <span aria-hidden>{t('security.passkeys.rename')}</span>
      <span className="sr-only">{label}</span>
    </>
  )
  return (
    <Popover label={label} button={button} buttonClassName={buttonClass('secondary', 'small')}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-3">
        <TextField
          label={t('security.passkeys.name')}
          name="name"
          defaultValue={name}
          maxLength={60}
          autoComplete="off"
          error={form.faults.name || undefined}
        />
        <Button type="submit" size="small" variant="primary" write={form} className="w-full">
          {t('security.passkeys.rename.submit')}
        </Button>
      </form>
    </Popover>
  )
}
