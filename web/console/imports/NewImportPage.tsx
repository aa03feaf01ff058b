import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { beginImport } from '#contract/console/imports.ts'
import type { GuessChoices } from '#contract/imports/guess.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { documentTypes } from '#contract/values.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { usePageTitle } from '#web/ui/portal.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { useAllowance } from './allowance.ts'
import { ChooseFile, type Uploaded } from './ChooseFile.tsx'
import { Columns } from './Columns.tsx'
import type { ChangedChoices } from './changed-choices.ts'
import { FixedWidths } from './FixedWidths.tsx'
import { Formulas } from './Formulas.tsx'
import { Preview } from './Preview.tsx'
import { guessQuery, profileQuery } from './queries.ts'
import { Reading } from './Reading.tsx'
import { SaveForm } from './SaveForm.tsx'
import { ValueTables } from './ValueTables.tsx'

/** From a file to documents: mapped by hand, or read by a profile that there is. */
export function NewImportPage(): ReactNode {
  usePageTitle(t('imports.new'))
  const { profile } = useSearch('/imports/new')
  const writes = useMay('intake.write')
  const [files, setFiles] = useState<readonly Uploaded[]>([])
  if (!writes)
    return <EmptyState icon={FileSpreadsheet} title={t('console.nothing')} text={t('console.nothing.text')} />
  const key = files.map(({ id }) => id).join(' ')
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <Link
        to="/imports"
        search={{}}
        className="inline-flex min-h-10 items-center gap-2 self-start text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('imports.back')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold">
          {profile === undefined ? t('imports.new') : t('imports.by.profile', { name: profile })}
        </h1>
        {files.length > 0 && (
          <p className="flex min-w-0 flex-wrap items-center gap-3">
            <bdi className="min-w-0 wrap-anywhere">{files.map(({ name }) => name).join(', ')}</bdi>
            <Button size="small" onClick={() => setFiles([])}>
              {t('imports.other')}
            </Button>
          </p>
        )}
      </div>
      {files.length === 0 ? (
        <ChooseFile onSent={setFiles} />
      ) : profile === undefined ? (
        <Mapping key={key} files={files} />
      ) : (
        <ByProfile key={key} files={files} name={profile} />
      )}
    </div>
  )
}

function Mapping({ files }: { files: readonly Uploaded[] }) {
  const [choices, setChoices] = useState<GuessChoices>({})
  const [first] = files
  const uploads = files.map(({ id }) => id)
  const guess = guessQuery(uploads, choices)
  const query = useQuery(guess)
  const cache = useQueryClient()
  const allowance = useAllowance(uploads, query.data && hasNumber(query.data.profile) ? query.data.profile : undefined)
  const choose = (more: ChangedChoices) => {
    setChoices((before) => withChoices(before, more))
    // It was allowed for the count that is shown, which this choice may change.
    allowance.onWithdraw(undefined)
  }
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-96" />} />
  const { findings, sheets, linesTables, places, columns, lineColumns, fields, formulas, text, tables, profile } =
    query.data
  const found = findings.find(({ subject }) => subject === 'type')?.value
  const type = documentTypes.find((one) => one === found) ?? 'orders'
  const isNumbered = (subject: 'header' | 'lineHeader') =>
    text === null && findings.some((finding) => finding.subject === subject && finding.value === '0')
  const linesTable = findings.find(({ subject }) => subject === 'linesTable')?.value
  return (
    <div className={`flex flex-col gap-5 ${query.isPlaceholderData ? 'opacity-60' : ''}`}>
      <Reading {...{ findings, sheets, linesTables, places, choices }} onChoose={choose} />
      {text && (
        <FixedWidths
          {...text}
          onChoose={(starts) => choose({ as: 'fixed', starts, columns: undefined, formulas: undefined })}
        />
      )}
      {columns.length > 0 && (
        <Columns
          title={t('imports.columns')}
          text={t('imports.columns.text')}
          isNumbered={isNumbered('header')}
          columns={columns}
          fields={fields}
          onChoose={(heading, field) => choose({ columns: { ...choices.columns, [heading]: field } })}
        />
      )}
      {lineColumns.length > 0 && (
        <Columns
          title={t('imports.columns.lines', { name: linesTable ?? '' })}
          text={t('imports.columns.lines.text')}
          isNumbered={isNumbered('lineHeader')}
          columns={lineColumns}
          fields={fields.filter((field) => /^(number of |lines\.)/.test(field))}
          onChoose={(heading, field) => choose({ lineColumns: { ...choices.lineColumns, [heading]: field } })}
        />
      )}
      {columns.length > 0 && (
        <Formulas
          fields={fields.filter(
            (field) => field !== 'accountName' && !(/^number of /.test(field) && field !== `number of ${type}`),
          )}
          columns={{
            document: { headings: columns.map(({ heading }) => heading), isNumbered: isNumbered('header') },
            lines:
              lineColumns.length > 0
                ? { headings: lineColumns.map(({ heading }) => heading), isNumbered: isNumbered('lineHeader') }
                : undefined,
          }}
          values={formulas}
          onChoose={(chosen) => choose({ formulas: chosen })}
        />
      )}
      <ValueTables
        tables={tables}
        type={type}
        onChoose={(table, from, to) =>
          choose({ values: { ...choices.values, [table]: { ...choices.values?.[table], [from]: to } } })
        }
      />
      {hasNumber(profile) ? (
        <>
          <Preview uploads={uploads} profile={profile} allowance={allowance} />
          <SaveForm
            uploads={uploads}
            // A choice that was made just now may still be on its way, while what was shown before it stays.
            readProfile={async () => {
              const fresh = (await cache.fetchQuery(guess)).profile
              return hasNumber(fresh) ? fresh : null
            }}
            fileName={first?.name ?? ''}
            withdraw={allowance.withdraw}
          />
        </>
      ) : (
        <p role="status" className="text-warn">
          {t(columns.length > 0 ? 'imports.noNumber' : 'imports.noElements')}
        </p>
      )}
    </div>
  )
}

/** What the server guesses is a profile, but for the number that no column may have been taken for. */
function hasNumber(profile: unknown): profile is ImportProfile {
  return 'number' in (profile as ImportProfile).documents.fields
}

function withChoices(before: GuessChoices, more: ChangedChoices): GuessChoices {
  const entries = Object.entries({ ...before, ...more }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

function ByProfile({ files, name }: { files: readonly Uploaded[]; name: string }) {
  const query = useQuery(profileQuery(name))
  const navigate = useNavigate()
  const cache = useQueryClient()
  const uploads = files.map(({ id }) => id)
  const allowance = useAllowance(uploads, query.data?.profile)
  const { withdraw } = allowance
  const run = useMutation({
    mutationFn: () => call(beginImport, { body: { uploads, name, ...(withdraw === undefined ? {} : { withdraw }) } }),
    onSuccess: async ({ runs: [id, ...others] }) => {
      await cache.invalidateQueries({ queryKey: ['imports'] })
      if (id !== undefined && others.length === 0) await navigate({ to: '/imports/runs/$id', params: { id } })
      else await navigate({ to: '/imports', search: { tab: 'runs' } })
    },
  })
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-96" />} />
  return (
    <>
      <Preview uploads={uploads} profile={query.data.profile} allowance={allowance} />
      <Button variant="primary" className="self-start" write={run} onClick={() => run.mutate()}>
        {t('imports.run.now')}
      </Button>
    </>
  )
}
