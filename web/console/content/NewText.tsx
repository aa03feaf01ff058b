import type { ReactNode } from 'react'
import { formFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'

/** Begins another text of the help, under a name of its own. */
export function NewText({ onMade }: { onMade: (name: string) => void }): ReactNode {
  const form = useForm({
    fields: ['name'],
    faultsOf: formFaults,
    check: (data) => (/^[a-z0-9-]{1,80}$/.test(fieldText(data, 'name')) ? {} : { name: t('content.name.wrong') }),
    send: async (data) => {
      onMade(fieldText(data, 'name'))
      form.ref.current?.reset()
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-wrap items-start gap-3">
      <TextField
        className="w-80 max-w-full"
        label={t('content.name')}
        name="name"
        autoComplete="off"
        hint={t('content.name.hint')}
        error={form.faults.name ?? form.faults.form}
      />
      <Button type="submit" className="mt-6.5" write={form}>
        {t('content.new')}
      </Button>
    </form>
  )
}
