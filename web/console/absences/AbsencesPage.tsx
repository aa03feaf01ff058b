import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Absence, addAbsence, endAbsence, listAbsences } from '#contract/console/absences.ts'
import type { Reply } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateField } from '#web/ui/fields/DateField.tsx'
import { resetUnlessChanged } from '#web/ui/fields/reset-form.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay, useMe } from '../access/queries.ts'
import { call } from '../call.ts'

type AbsenceList = Reply<typeof listAbsences>

const absencesQuery = queryOptions({
  queryKey: ['absences'],
  queryFn: ({ signal }) => call(listAbsences, { signal }),
})

/** Who of the staff is away, and who stands in: each says so of themselves, an owner of anybody. */
export function AbsencesPage(): ReactNode {
  const query = useQuery(absencesQuery)
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.absences')} lead={t('absences.lead')} />
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-40" />} />
      ) : (
        <>
          <EntryForm list={query.data} />
          <Entries absences={query.data.absences} />
        </>
      )}
    </div>
  )
}

const choicesOf = (members: AbsenceList['staff']) => members.map(({ id, name }) => ({ value: id, label: name }))
const fields = ['staff', 'standIn', 'firstDay', 'lastDay'] as const

function EntryForm({ list }: { list: AbsenceList }) {
  const cache = useQueryClient()
  const me = useMe()
  const manages = useMay('staff.write')
  const form = useForm({
    fields,
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['firstDay', 'lastDay']),
    send: async (data) => {
      const [staff, standIn, firstDay, lastDay] = fields.map((field) => fieldText(data, field)) as [
        string,
        string,
        string,
        string,
      ]
      cache.setQueryData(
        absencesQuery.queryKey,
        await call(addAbsence, { body: { staff, standIn, firstDay, lastDay } }),
      )
      resetUnlessChanged(form.ref.current, data)
    },
  })
  const { staff: staffFault, standIn: standInFault, form: formFault } = form.faults
  const fault = staffFault ?? standInFault ?? formFault
  return (
    <Card title={t('absences.enter')}>
      <p className="mb-4 text-sm text-muted">{t('absences.meaning')}</p>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('absences.staff')}
          name="staff"
          defaultValue={me?.id}
          choices={choicesOf(list.staff.filter(({ id }) => manages || id === me?.id))}
        />
        <SelectField
          label={t('absences.standIn')}
          name="standIn"
          defaultValue={list.standIns.find(({ id }) => id !== me?.id)?.id}
          choices={choicesOf(list.standIns.filter(({ id }) => manages || id !== me?.id))}
        />
        <DateField label={t('absences.first')} name="firstDay" error={form.faults.firstDay} />
        <DateField label={t('absences.last')} name="lastDay" error={form.faults.lastDay} />
        {fault && (
          <p role="alert" className="text-bad sm:col-span-2">
            {fault}
          </p>
        )}
        <div>
          <Button type="submit" variant="primary" write={form}>
            {t('absences.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Entries({ absences }: { absences: Absence[] }) {
  if (absences.length === 0) return <p className="text-muted">{t('absences.none')}</p>
  return (
    <Card padded={false}>
      <ul>
        {absences.map((absence) => (
          <li key={absence.id} className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
            <Entry absence={absence} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Entry({ absence }: { absence: Absence }) {
  const { id, firstDay, lastDay, standInDisabled } = absence
  const cache = useQueryClient()
  const me = useMe()
  const manages = useMay('staff.write')
  const end = useMutation({
    mutationFn: () => call(endAbsence, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: absencesQuery.queryKey }),
  })
  const staff = absence.staff.name
  const standIn = absence.standIn.name
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {t('absences.entry', { staff, first: formatDate(firstDay), last: formatDate(lastDay) })}
        </p>
        <p className={standInDisabled ? 'text-sm text-bad' : 'text-sm text-muted'}>
          {t(standInDisabled ? 'absences.byDisabled' : 'absences.by', { standIn })}
        </p>
      </div>
      {(manages || absence.staff.id === me?.id) && (
        <ConfirmButton
          label={t('absences.end.label', { staff })}
          text={t('absences.end.text', { standIn })}
          write={end}
          onConfirm={() => end.mutate()}
        >
          {t('absences.end')}
        </ConfirmButton>
      )}
    </div>
  )
}
