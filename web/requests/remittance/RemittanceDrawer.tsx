import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type Transfer, transfersOf } from '#contract/payments/transfers.ts'
import { adviseRemittance } from '#contract/requests/endpoints.ts'
import type { PayableInvoice } from '#contract/requests/remittances.ts'
import { call } from '#web/api/call.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatAmount } from '#web/ui/formats/amounts.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { useToday } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { requestFaults } from '../faults.ts'
import { useBegunFields, useFormDraft } from '../form-draft.ts'
import type { Subject } from '../queries.ts'
import { payableQuery } from './queries.ts'
import { RemittanceRows } from './RemittanceRows.tsx'
import { begunChoices, fieldOf, remittanceRow, remittanceSums, remittedParts } from './remittance.ts'
import { Transfers } from './Transfers.tsx'

/** A remittance advice is of no document. */
const account: Subject = { type: 'account', number: '' }

type Sent = { number: string; paidOn: string; transfers: readonly Transfer[] }

/** Tells the supplier which invoices one transfer pays, and then how to pay it. */
export function RemittanceDrawer({ numbers, onClose }: { numbers: readonly string[]; onClose: () => void }): ReactNode {
  const [sent, setSent] = useState<Sent | null>(null)
  const query = useQuery(payableQuery(numbers))
  const absence = absentStateOf(query)
  if (sent)
    return (
      <Drawer open onClose={onClose} title={t('remittance.do')}>
        <Transfers advice={sent.number} paidOn={sent.paidOn} transfers={sent.transfers} />
      </Drawer>
    )
  if (absence || !query.data || query.data.invoices.length === 0)
    return (
      <Drawer open onClose={onClose} title={t('remittance.do')}>
        {absence ? (
          <AbsentState absent={absence} skeleton={<Skeleton className="h-40 w-full" />} />
        ) : (
          <p>{t('remittance.nothing')}</p>
        )}
      </Drawer>
    )
  return (
    <RemittanceForm
      invoices={query.data.invoices}
      form={`remittance ${numbers.toSorted().join(' ')}`}
      leftOut={numbers.length - query.data.invoices.length}
      onClose={onClose}
      onSent={setSent}
    />
  )
}

type FormProps = {
  invoices: readonly PayableInvoice[]
  /** Under what it is kept until it has been sent. */
  form: string
  /** How many of the chosen documents have nothing open. */
  leftOut: number
  onClose: () => void
  onSent: (sent: Sent) => void
}

function RemittanceForm({ invoices, form: name, leftOut, onClose, onSent }: FormProps) {
  const id = useId()
  const today = useToday()
  const queryClient = useQueryClient()
  const begun = useBegunFields(account, name)
  const [choices, setChoices] = useState(() => begunChoices(begun, invoices, today))
  const rows = invoices.map((invoice) => remittanceRow(invoice, choices))
  const send = useMutation({
    mutationFn: async ({ reference, note }: { reference: string; note: string }) => {
      const parts = remittedParts(rows)
      const content = {
        paidOn: choices.paidOn,
        invoices: parts.map(({ reference: _reference, account: _account, ...part }) => part),
        ...(reference === '' ? {} : { reference }),
        ...(note === '' ? {} : { note }),
      }
      const { number } = await call(adviseRemittance, { body: { key: draft.keyFor(content), ...content } })
      return { number, paidOn: choices.paidOn, transfers: transfersOf(parts, number) }
    },
    onSuccess: (advice) => {
      draft.forget()
      onSent(advice)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({
          queryKey: ['documents', 'invoices'],
          predicate: ({ queryKey }) => queryKey[2] !== 'payable',
        }),
        queryClient.invalidateQueries({ queryKey: ['requests'] }),
      ]),
  })
  const form = useForm({
    check: (data) => {
      const wrong = rows.filter(({ isWrong }) => isWrong).map(({ invoice }) => [fieldOf('amount', invoice), ''])
      const faults = Object.fromEntries(wrong)
      if (fieldText(data, 'paidOn') === '') return { paidOn: t('remittance.payerMissing'), ...faults }
      return wrong.length === 0 && remittedParts(rows).length === 0 ? { form: t('remittance.nothing') } : faults
    },
    send: (data) =>
      send.mutateAsync({ reference: fieldText(data, 'reference').trim(), note: fieldText(data, 'note').trim() }),
    faultsOf: (error) => requestFaults(error, ['paidOn', 'reference', 'note']),
  })
  const draft = useFormDraft(form.ref, account, name)
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('remittance.do')}
      footer={
        <>
          <dl className="mb-3 flex items-baseline justify-between gap-4">
            <dt className="text-muted">{t('remittance.sum')}</dt>
            <dd className="tabular text-end font-semibold">
              {remittanceSums(rows).map(({ currency, amount }) => (
                <span key={currency} className="block">
                  <bdi>{`${formatAmount(amount, currency)} ${currency}`}</bdi>
                </span>
              ))}
            </dd>
          </dl>
          <Button type="submit" form={id} variant="primary" className="w-full" write={form}>
            {t('remittance.send')}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="text-muted">{t('remittance.text')}</p>
        <DateField
          name="paidOn"
          label={t('remittance.paidOn')}
          defaultValue={choices.paidOn}
          error={form.faults.paidOn}
          onChange={({ currentTarget }) => setChoices({ ...choices, paidOn: currentTarget.value })}
        />
        <RemittanceRows rows={rows} choices={choices} onChoices={setChoices} />
        {leftOut > 0 && <p className="text-sm text-muted">{t('remittance.left', { count: leftOut })}</p>}
        <TextField
          name="reference"
          label={t('request.optional', { label: t('remittance.reference') })}
          maxLength={140}
          error={form.faults.reference}
        />
        <TextArea
          name="note"
          label={t('request.optional', { label: t('request.field.note') })}
          rows={2}
          maxLength={4000}
          error={form.faults.note}
        />
        {form.faults.form && (
          <p role="alert" className="text-sm text-bad">
            {form.faults.form}
          </p>
        )}
      </form>
    </Drawer>
  )
}
