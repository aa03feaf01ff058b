import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { compareList } from '#contract/console/removed-documents.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { ChooseFile, type Uploaded } from '../imports/ChooseFile.tsx'
import { Differences } from './Differences.tsx'
import { comparisonQuery } from './queries.ts'

type Comparison = Reply<typeof compareList>
type Request = Body<typeof compareList>
type Choices = { type?: DocumentType; number?: string; customer?: string }

/** Whether the portal has what the ERP has: a list of it is dropped, chosen or pasted, and compared. */
export function Compare(): ReactNode {
  const [files, setFiles] = useState<readonly Uploaded[]>([])
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-3xl text-muted">{t('intake.compare.lead')}</p>
      {files.length === 0 ? (
        <ChooseFile onSent={setFiles} />
      ) : (
        <Comparing key={files[0]?.id} files={files} onOther={() => setFiles([])} />
      )}
    </div>
  )
}

function Comparing({ files, onOther }: { files: readonly Uploaded[]; onOther: () => void }) {
  const [choices, setChoices] = useState<Choices>({})
  const [isComplete, setComplete] = useState(false)
  const [period, setPeriod] = useState<{ from?: string; to?: string }>({})
  const query = useQuery({
    ...comparisonQuery({
      uploads: files.map(({ id }) => id),
      choices: choicesOf(choices),
      ...(isComplete ? { complete: period } : {}),
    }),
    // While it is compared anew, what was compared last stays in sight.
    placeholderData: (previous) => previous,
  })
  const absence = absentStateOf(query)
  const setDay = (name: 'from' | 'to', day: string) => {
    const { [name]: _, ...others } = period
    setPeriod(day === '' ? others : { ...others, [name]: day })
  }
  return (
    <>
      <Card title={files.map(({ name }) => name).join(', ')}>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Columns comparison={query.data} choices={choices} onChange={setChoices} />
          <div className="flex flex-col gap-3 sm:col-span-3">
            <CheckField
              label={t('intake.compare.complete')}
              checked={isComplete}
              onChange={({ target }) => setComplete(target.checked)}
            />
            <p className="-mt-2 text-sm text-muted">{t('intake.compare.complete.hint')}</p>
            {isComplete && (
              <div className="grid gap-4 sm:grid-cols-3">
                <TextField
                  label={t('intake.compare.from')}
                  type="date"
                  value={period.from ?? ''}
                  onChange={({ target }) => setDay('from', target.value)}
                />
                <TextField
                  label={t('intake.compare.to')}
                  type="date"
                  value={period.to ?? ''}
                  onChange={({ target }) => setDay('to', target.value)}
                />
              </div>
            )}
          </div>
          <Button className="justify-self-start" onClick={onOther}>
            {t('intake.compare.other')}
          </Button>
        </div>
      </Card>
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-48" />} />
      ) : (
        <Differences comparison={query.data} isKnown={isKnown(query.data)} />
      )}
    </>
  )
}

const isNumber = ({ field }: Comparison['columns'][number]) => field.startsWith('number of ')
const isCustomer = ({ field }: Comparison['columns'][number]) => ['account', 'vat', 'gln'].includes(field)
const isKnown = ({ columns }: Comparison) => columns.some(isNumber) && columns.some(isCustomer)

function choicesOf({ type, number, customer }: Choices): Request['choices'] {
  const columns = {
    ...(number === undefined ? {} : { [number]: `number of ${type ?? 'orders'}` }),
    ...(customer === undefined ? {} : { [customer]: 'account' }),
  }
  return {
    ...(type === undefined ? {} : { type }),
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
  }
}

/** What the documents and the columns of the list are: as they were taken, and as somebody chooses instead. */
function Columns({
  comparison,
  choices,
  onChange,
}: {
  comparison: Comparison | undefined
  choices: Choices
  onChange: (choices: Choices) => void
}) {
  const columns = comparison?.columns ?? []
  const headings = columns.map(({ heading }) => ({ value: heading, label: heading }))
  const choose = { value: '', label: t('intake.compare.choose') }
  const change = (name: keyof Choices, value: string) => {
    const { [name]: _, ...others } = choices
    onChange(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <>
      <SelectField
        label={t('intake.compare.type')}
        value={choices.type ?? comparison?.type ?? ''}
        onChange={({ target }) => change('type', target.value)}
        choices={[
          { value: '', label: t('intake.compare.guessed') },
          ...documentTypes.map((type) => ({ value: type, label: t(`intake.type.${type}`) })),
        ]}
      />
      <SelectField
        label={t('intake.compare.numbers')}
        value={choices.number ?? columns.find(isNumber)?.heading ?? ''}
        onChange={({ target }) => change('number', target.value)}
        choices={[choose, ...headings]}
      />
      <SelectField
        label={t('intake.compare.customers')}
        value={choices.customer ?? columns.find(isCustomer)?.heading ?? ''}
        onChange={({ target }) => change('customer', target.value)}
        choices={[choose, ...headings]}
      />
    </>
  )
}
