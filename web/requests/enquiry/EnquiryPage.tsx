import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { enquire } from '#contract/requests/endpoints.ts'
import { enquiryAims } from '#contract/requests/rules.ts'
import { call } from '#web/api/call.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { profileQuery, useHasPermission } from '#web/api/viewer.ts'
import { requestsPath } from '#web/paths.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { NotFound } from '#web/routing/not-found.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { attachedFiles, exceedsFileLimits } from '../attached-files.ts'
import { FileChoice } from '../FileChoice.tsx'
import { requestFaults } from '../faults.ts'
import { uploadFile } from '../files.ts'
import { useFormDraft } from '../form-draft.ts'
import { EnquiryRows } from './EnquiryRows.tsx'
import { type EnquiryFault, type EnquiryRow, parseRows, rowsOf, toggleItem } from './enquiry.ts'
import { OrderedItems } from './OrderedItems.tsx'

const blankRows = 3

/** The form for a new enquiry; members without `quotes.write` get a not-found page. */
export function EnquiryPage(): ReactNode {
  const { sku = '' } = useSearch('/profile/requests/new')
  if (useHasPermission('quotes.write') === false) throw new NotFound()
  // What was begun is told apart by whose it is.
  const absence = absentStateOf(useQuery(profileQuery))
  return (
    <div className="max-w-5xl">
      <PageHeader title={t('account.enquire')} lead={t('enquiry.text')} />
      {absence ? (
        <Card>
          <AbsentState absent={absence} skeleton={<Skeleton className="h-60 w-full" />} />
        </Card>
      ) : (
        <EnquiryForm key={sku} sku={sku} />
      )}
    </div>
  )
}

type EnquirySubmission = { body: Record<string, unknown>; files: readonly File[] }

function EnquiryForm({ sku }: { sku: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const formRef = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(formRef, { type: 'account', number: '' }, `enquiry ${sku}`)
  const [rows, setRows] = useState<readonly EnquiryRow[]>(() =>
    rowsOf(Object.keys(draft.fields).length > 0 ? draft.fields : { 'sku 0|0': sku }, blankRows),
  )
  const [problems, setProblems] = useState<{ rows: readonly EnquiryFault[]; none: boolean; files: boolean }>(noProblems)
  const [isOrder, setIsOrder] = useState(false)
  const send = useMutation({
    mutationFn: async ({ body, files }: EnquirySubmission) => {
      const created = await call(enquire, { body: { key: draft.keyFor(body), lines: [], ...body } })
      for (const file of files) await uploadFile(created.id, file)
      return created
    },
    onSuccess: ({ number }) => {
      draft.forget()
      showToast('good', t(isOrder ? 'enquiry.sent.order' : 'enquiry.sent', { number }))
      // Nobody is taken away from a page that they have opened meanwhile.
      if (formRef.current) void navigate(requestsPath())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['requests'] }),
  })

  const form = useForm({
    check: (data) => {
      const { lines, faults: rowFaults } = parseRows(rows)
      const newProblems = { rows: rowFaults, none: lines.length === 0, files: exceedsFileLimits(attachedFiles(data)) }
      setProblems(newProblems)
      const wrongInputs = rowFaults.map(({ id, field }) => `${field} ${id}`)
      if (newProblems.none) wrongInputs.push(`sku ${rows[0]?.id ?? 0}`)
      if (newProblems.files) wrongInputs.push('files')
      // The rows and the choice of files say themselves what is wrong.
      return Object.fromEntries(wrongInputs.map((name) => [name, '']))
    },
    send: (data) => {
      const textFields = Object.fromEntries(
        ['wanted', 'customerReference', 'requestedDate', 'note'].flatMap((name) => {
          const text = fieldText(data, name).trim()
          return text === '' ? [] : [[name, text]]
        }),
      )
      return send.mutateAsync({ body: { lines: parseRows(rows).lines, ...textFields }, files: attachedFiles(data) })
    },
    faultsOf: (error) => requestFaults(error, fieldsWithErrors),
  })
  const { faults } = form
  const setForm = (element: HTMLFormElement | null) => {
    form.ref.current = element
    formRef.current = element
  }

  return (
    <form ref={setForm} noValidate onSubmit={form.submit} className="flex flex-col gap-6">
      <Card title={t('enquiry.items')}>
        <EnquiryRows rows={rows} faults={problems.rows} nothingEntered={problems.none} onRows={setRows} />
        {faults.lines && <p className="mt-2 text-sm text-bad">{faults.lines}</p>}
      </Card>
      <OrderedItems chosen={rows} onChoose={(item) => setRows((before) => toggleItem(before, item))} />
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="wanted"
            className="sm:col-span-2"
            label={t('request.field.wanted')}
            choices={enquiryAims.map((value) => ({ value, label: t(`request.choice.${value}`) }))}
            onChange={({ target }) => setIsOrder(target.value === 'order')}
          />
          <DateField
            name="requestedDate"
            label={t('request.optional', { label: t('request.field.requestedDate') })}
            error={faults.requestedDate}
          />
          <TextField
            name="customerReference"
            maxLength={100}
            label={t('request.optional', { label: t('field.customerReference') })}
            error={faults.customerReference}
          />
          <div className="sm:col-span-2">
            <TextArea
              name="note"
              label={t('request.optional', { label: t('request.field.note') })}
              error={faults.note}
              rows={3}
              maxLength={4000}
            />
          </div>
          <div className="sm:col-span-2">
            <FileChoice wrong={problems.files} />
          </div>
        </div>
      </Card>
      {faults.form && (
        <p role="alert" className="text-sm text-bad">
          {faults.form}
        </p>
      )}
      <div>
        <Button type="submit" variant="primary" size="large" write={form}>
          {t(isOrder ? 'enquiry.send.order' : 'enquiry.send')}
        </Button>
      </div>
    </form>
  )
}

/** The fields that show their own error. */
const fieldsWithErrors = ['lines', 'requestedDate', 'customerReference', 'note']

const noProblems = { rows: [], none: false, files: false }
