import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Customer } from '#contract/console/customers.ts'
import { type MergePreview, mergeCustomer, previewMerge } from '#contract/console/merge.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatCount } from '#web/ui/format.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { cacheCustomer } from './queries.ts'

/** The way to make two customers that are one into one. */
export function MergeCard({ customer }: { customer: Customer }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('customers.merge')}>
      <p className="mb-3 text-sm text-muted">{t('customers.merge.text')}</p>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('customers.merge.open')}
      </Button>
      {isOpen && <MergeDrawer customer={customer} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function MergeDrawer({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [preview, setPreview] = useState<MergePreview>()
  return (
    <Drawer open onClose={onClose} title={t('customers.merge.title', { name: customer.name })}>
      <ChooseForm customer={customer} onPreview={setPreview} />
      {preview && <ConfirmForm key={preview.into.id} id={customer.id} preview={preview} onClose={onClose} />}
    </Drawer>
  )
}

type ChooseFormProps = { customer: Customer; onPreview: (preview: MergePreview | undefined) => void }

function ChooseForm({ customer: { id }, onPreview }: ChooseFormProps) {
  const form = useForm({
    fields: ['into'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['into']),
    send: async (data) => {
      onPreview(undefined)
      onPreview(await call(previewMerge, { params: { id }, query: { into: fieldText(data, 'into').trim() } }))
    },
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col items-start gap-3">
      <TextField
        className="w-full"
        label={t('customers.merge.into')}
        name="into"
        maxLength={100}
        dir="ltr"
        error={form.faults.into ?? form.faults.form}
      />
      <Button type="submit" write={form}>
        {t('customers.merge.preview')}
      </Button>
    </form>
  )
}

const counted = [
  'documents',
  'duplicates',
  'people',
  'peopleInBoth',
  'invitations',
  'requests',
  'notes',
  'identifiers',
  'staff',
] as const

function ConfirmForm({ id, preview, onClose }: { id: string; preview: MergePreview; onClose: () => void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { from, into } = preview
  const form = useForm({
    fields: ['confirm'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['confirm']),
    send: async (data) => {
      const body = { into: into.number, confirm: fieldText(data, 'confirm').trim() }
      const customer = await call(mergeCustomer, { params: { id }, body })
      await cacheCustomer(cache, customer)
      onClose()
      await navigate({ to: '/customers/$id', params: { id: customer.id }, replace: true })
    },
  })
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={form.submit}
      className="mt-5 flex flex-col items-start gap-3 border-t border-border pt-5"
    >
      <h3 className="font-semibold">{t('customers.merge.moves', { name: into.name, number: into.number })}</h3>
      <dl className="grid w-full grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        {counted
          .filter((what) => preview[what] > 0)
          .map((what) => (
            <div key={what} className="contents">
              <dt className="text-muted">{t(`customers.merge.${what}`)}</dt>
              <dd className="tabular text-end">{formatCount(preview[what])}</dd>
            </div>
          ))}
      </dl>
      <p className="text-sm">{t('customers.merge.warning', { number: from.number })}</p>
      <TextField
        className="w-full"
        label={t('customers.confirm', { text: from.number })}
        name="confirm"
        autoComplete="off"
        maxLength={100}
        dir="ltr"
        error={form.faults.confirm ?? form.faults.form}
      />
      <Button type="submit" variant="primary" write={form}>
        {t('customers.merge.do')}
      </Button>
    </form>
  )
}
