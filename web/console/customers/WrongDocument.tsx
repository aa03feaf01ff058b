import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { moveCustomerDocument, withdrawCustomerDocument } from '#contract/console/customer-documents.ts'
import type { Customer } from '#contract/console/customers.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'

/** Withdraws a document that was sent by mistake, or moves it to the customer whose it is. */
export function WrongDocument({ customer }: { customer: Customer }): ReactNode {
  const writes = useMay('customers.write')
  const [type, setType] = useState<DocumentType>('orders')
  const [number, setNumber] = useState('')
  const [isCreditNote, setCreditNote] = useState(false)
  const [to, setTo] = useState('')
  const cache = useQueryClient()
  const params = { id: customer.id }
  const document = { type, number: number.trim(), ...(type === 'invoices' ? { isCreditNote } : {}) }
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['customers'] })
  // What was typed meanwhile is the next document.
  const empty = () => {
    setNumber((typed) => (typed === number ? '' : typed))
    setTo((typed) => (typed === to ? '' : typed))
  }
  const withdraw = useMutation({
    mutationFn: () => call(withdrawCustomerDocument, { params, body: document }),
    onSuccess,
  })
  const move = useMutation({
    mutationFn: () => call(moveCustomerDocument, { params, body: { ...document, to: to.trim() } }),
    onSuccess,
  })
  if (!writes) return null
  return (
    <Card title={t('customers.wrong.title')}>
      <p className="mb-3 text-sm text-muted">{t('customers.wrong.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('customers.wrong.type')}
          value={type}
          onChange={({ target }) => setType(documentTypes.find((one) => one === target.value) ?? 'orders')}
          choices={documentTypes.map((one) => ({ value: one, label: t(`type.${one}`) }))}
        />
        <TextField
          className="w-44"
          label={t('customers.wrong.number')}
          value={number}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setNumber(target.value)}
        />
        {type === 'invoices' && (
          <CheckField
            label={t('customers.wrong.creditNote')}
            checked={isCreditNote}
            onChange={({ target }) => setCreditNote(target.checked)}
          />
        )}
        {document.number !== '' && (
          <>
            <ConfirmButton
              label={t('customers.wrong.withdraw.label', { number: document.number })}
              text={t('customers.wrong.withdraw.text')}
              write={withdraw}
              onConfirm={() => withdraw.mutate(undefined, { onSuccess: empty })}
            >
              {t('customers.wrong.withdraw')}
            </ConfirmButton>
            <TextField
              className="w-56"
              label={t('customers.wrong.to')}
              value={to}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setTo(target.value)}
            />
            {to.trim() !== '' && (
              <ConfirmButton
                label={t('customers.wrong.move.label', { number: document.number, to: to.trim() })}
                text={t('customers.wrong.move.text')}
                write={move}
                onConfirm={() => move.mutate(undefined, { onSuccess: empty })}
              >
                {t('customers.wrong.move')}
              </ConfirmButton>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
