import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { addCustomerNote, type Customer } from '#contract/console/customers.ts'
import { type Draft, withKey } from '#web/api/drafts.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDateExactly } from '#web/ui/format.ts'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { cacheCustomer } from './queries.ts'

/** What staff write of a customer for each other. */
export function CustomerNotes({ customer: { id, notes } }: { customer: Customer }): ReactNode {
  const writes = useMay('requests.write')
  const cache = useQueryClient()
  const sent = useRef<Draft['sent']>(undefined)
  const form = useForm({
    fields: ['text'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['text']),
    send: async (data) => {
      const text = fieldText(data, 'text').trim()
      sent.current = withKey({ text, sent: sent.current }).sent
      const body = { id: sent.current.key, text }
      await cacheCustomer(cache, await call(addCustomerNote, { params: { id }, body }))
      sent.current = undefined
      const field = form.ref.current?.querySelector('textarea')
      // What was typed meanwhile is the next note.
      if (field?.value.trim() === text) field.value = ''
    },
  })
  return (
    <Card title={t('customers.notes')}>
      {notes.length === 0 && <p className="text-muted">{t('customers.notes.none')}</p>}
      <ul className="flex flex-col gap-3">
        {notes.map(({ id: key, at, by, text }) => (
          <li key={key}>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
            <p className="text-sm text-muted">
              <bdi>{by}</bdi>
              {' · '}
              <time dateTime={at}>{formatDateExactly(at)}</time>
            </p>
          </li>
        ))}
      </ul>
      {writes && (
        <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-3 flex flex-col items-start gap-2">
          <div className="w-full">
            <TextArea
              name="text"
              label={t('console.note.label')}
              rows={2}
              maxLength={4000}
              error={form.faults.text ?? form.faults.form}
            />
          </div>
          <Button type="submit" size="small" write={form}>
            {t('console.note.add')}
          </Button>
        </form>
      )}
    </Card>
  )
}
