import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import {
  askForDeletion,
  exportPersonalData,
  showPersonalData,
  takeBackDeletion,
} from '#contract/profile/personal-data.ts'
import { call } from '../api/call.ts'
import { fetchFile, saveBlob } from '../api/download.ts'
import { fieldFaults } from '../api/field-faults.ts'
import { absentStateOf } from '../api/query-state.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { fieldText, useForm } from '../ui/form.ts'
import { formatDate, localDate } from '../ui/format.ts'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { ProofFrame } from './ProofFrame.tsx'
import { ProofContext } from './proof.ts'

const personalData = queryOptions({
  queryKey: ['profile', 'data'],
  queryFn: ({ signal }) => call(showPersonalData, { signal }),
})

/** Export of a person's data, and the request to delete it. */
export function DataPage(): ReactNode {
  return (
    <ProofFrame>
      <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <ExportCard />
        <DeletionCard />
      </div>
    </ProofFrame>
  )
}

function ExportCard() {
  const withProof = useContext(ProofContext)
  const exportData = useMutation({
    mutationFn: () => withProof(() => fetchFile(exportPersonalData.path)),
    onSuccess: (file) => saveBlob(file, `my-data-${localDate(new Date())}.json`),
  })
  return (
    <Card title={t('data.export')}>
      <p className="mb-4 text-muted">{t('data.export.text')}</p>
      <Button write={exportData} onClick={() => exportData.mutate()}>
        <Download aria-hidden size={16} />
        {t('data.export.do')}
      </Button>
    </Card>
  )
}

function DeletionCard() {
  const data = useQuery(personalData)
  const absentState = absentStateOf(data)
  const askedAt = data.data?.deletionAskedAt
  return (
    <Card title={t('data.deletion')}>
      <p className="mb-4 text-muted">{t('data.deletion.text')}</p>
      {absentState && <AbsentState absent={absentState} skeleton={<Skeleton className="h-24 w-full" />} />}
      {data.data && (askedAt ? <DeletionRequested at={askedAt} /> : <DeletionForm />)}
    </Card>
  )
}

function useRefreshPersonalData() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: personalData.queryKey })
}

function DeletionForm() {
  const withProof = useContext(ProofContext)
  const requestDeletion = useMutation({
    mutationFn: (note: string) => withProof(() => call(askForDeletion, { body: note.trim() === '' ? {} : { note } })),
    onSuccess: useRefreshPersonalData(),
  })
  const form = useForm({
    fields: ['note'],
    send: (data) => requestDeletion.mutateAsync(fieldText(data, 'note')),
    faultsOf: fieldFaults,
  })
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="space-y-4">
      <TextArea label={t('data.deletion.note')} name="note" rows={3} maxLength={1000} error={form.faults.note} />
      <Button type="submit" write={form}>
        {t('data.deletion.ask')}
      </Button>
    </form>
  )
}

function DeletionRequested({ at }: { at: string }) {
  const takeBack = useMutation({ mutationFn: () => call(takeBackDeletion, {}), onSuccess: useRefreshPersonalData() })
  return (
    <div className="space-y-4">
      <p className="font-medium">{t('data.deletion.asked', { date: formatDate(localDate(new Date(at))) })}</p>
      <Button write={takeBack} onClick={() => takeBack.mutate()}>
        {t('data.deletion.takeBack')}
      </Button>
    </div>
  )
}
