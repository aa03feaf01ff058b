import { type ReactNode, useEffect, useState } from 'react'
import { type BrandChoice, maxBrandName, type showBrand } from '#contract/console/brand.ts'
import type { Reply } from '#contract/endpoint.ts'
import { formFaults } from '#web/auth/form.ts'
import type { Editing } from '#web/console/shown-version.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { useForm } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'
import { base64Of } from '../file-base64.ts'
import { Contrast } from './Contrast.tsx'
import { BrandPreview } from './Preview.tsx'
import { readColour } from './read-colour.ts'

export type KnownBrand = Reply<typeof showBrand>
type BrandFormProps = { known: KnownBrand; editing: Editing; send: (choice: BrandChoice) => Promise<unknown> }

/** The colour of the portal where neither console nor settings name one. */
const ownColour = '#c8102e'

/** Name, colour and logo with what becomes of them, before they are published. */
export function BrandForm({ known, editing, send }: BrandFormProps): ReactNode {
  const { standard } = known
  const [name, setName] = useState(known.name ?? '')
  const [colour, setColour] = useState(known.color ?? '')
  const [file, setFile] = useState<File>()
  const [isRemoved, setRemoved] = useState(false)
  const form = useForm({
    fields: ['name', 'color', 'logo'],
    faultsOf: formFaults,
    check: () =>
      colour.trim() !== '' && readColour(colour) === undefined ? { color: t('content.brand.color.wrong') } : {},
    send: async () => {
      const inForce = editing.sent()
      await send({
        name: name.trim() || null,
        color: readColour(colour) ?? null,
        ...(file ? { logo: await base64Of(file) } : isRemoved ? { logo: null } : {}),
      })
      inForce()
    },
  })
  const picture = useObjectUrl(file)
  const chosen = readColour(colour) ?? standard.color
  const logo = picture ?? (isRemoved ? standard.logo : (known.logo ?? standard.logo))
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card>
        <form ref={form.ref} noValidate onInput={editing.edited} onSubmit={form.submit} className="flex flex-col gap-4">
          <TextField
            label={t('content.brand.name')}
            name="name"
            maxLength={maxBrandName}
            hint={t('content.brand.empty', { value: standard.name })}
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={form.faults.name}
          />
          <div className="grid grid-cols-[1fr_auto] items-start gap-3">
            <TextField
              label={t('content.brand.color')}
              name="color"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              hint={t('content.brand.empty', { value: `\u2066${standard.color ?? ownColour}\u2069` })}
              value={colour}
              onChange={({ target }) => setColour(target.value)}
              error={form.faults.color}
            />
            <label className="flex flex-col gap-1.5 text-sm font-medium">
              {t('content.brand.pick')}
              <input
                type="color"
                value={chosen ?? ownColour}
                onChange={({ target }) => setColour(target.value)}
                className="h-10 w-full cursor-pointer rounded-control border border-control bg-raised p-1"
              />
            </label>
          </div>
          <Contrast
            colour={chosen}
            onUse={(near) => {
              setColour(near)
              editing.edited()
            }}
          />
          <TextField
            type="file"
            accept=".svg,.png,.jpg,.jpeg"
            label={t('content.seller.logo')}
            name="logo"
            hint={[
              t('content.brand.logo.hint'),
              ...(known.logo && !isRemoved ? [t('content.seller.logo.there')] : []),
            ].join(' ')}
            onChange={({ target }) => setFile(target.files?.[0])}
            error={form.faults.logo}
          />
          {known.logo && (
            <CheckField
              label={t('content.seller.logo.remove')}
              checked={isRemoved}
              onChange={({ target }) => setRemoved(target.checked)}
            />
          )}
          {form.faults.form && (
            <p role="alert" className="text-bad">
              {form.faults.form}
            </p>
          )}
          <Button type="submit" variant="primary" write={form} className="self-start">
            {t('content.publish')}
          </Button>
        </form>
      </Card>
      <Card title={t('content.preview')}>
        <div className="flex flex-col gap-4">
          {(['light', 'dark'] as const).map((theme) => (
            <BrandPreview key={theme} theme={theme} name={name.trim() || standard.name} colour={chosen} logo={logo} />
          ))}
        </div>
      </Card>
    </div>
  )
}

/** An address of a file that was chosen, as long as it is. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
