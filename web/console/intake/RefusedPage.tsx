import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Inbox } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { discardRefused, type RefusedDetail } from '#contract/console/intake.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { useNavigate, useParams, useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { usePageTitle } from '#web/ui/portal.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import type { IntakeSearch } from './intake-search.ts'
import { refusedDetailQuery } from './queries.ts'
import { refusedTitle } from './RefusedList.tsx'
import { RefusedText } from './RefusedText.tsx'
import { sourceName } from './Sources.tsx'

/** One refused message: what is wrong with it and where, and the ways to settle it. */
export function RefusedPage(): ReactNode {
  usePageTitle(t('console.intake'))
  const search = useSearch('/intake')
  const { id } = useParams('/intake/$id')
  const reads = useMay('intake.read')
  const query = useQuery({ ...refusedDetailQuery(id), enabled: reads })
  if (!reads) return <EmptyState icon={Inbox} title={t('console.nothing')} text={t('console.nothing.text')} />
  const absence = absentStateOf(query)
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <Link
        to="/intake"
        search={{ ...search, tab: 'refused' }}
        className="inline-flex min-h-10 items-center gap-2 self-start text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('intake.back')}
      </Link>
      {absence || !query.data ? (
        <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-64" />} />
      ) : (
        <Message message={query.data} search={search} />
      )}
    </div>
  )
}

function Message({ message, search }: { message: RefusedDetail; search: IntakeSearch }) {
  const mayWrite = useMay('intake.write')
  const navigate = useNavigate()
  const { id, source, account, line, times, firstAt, lastAt, whole, settledAt, outcome, settledBy, note } = message
  const isOpen = settledAt === null
  const leave = (words: string) => {
    showToast('good', words)
    void navigate({ to: '/intake', search: { ...search, tab: 'refused' } })
  }
  const facts = [
    [t('intake.filter.source'), sourceName({ name: source })],
    ...(account === null ? [] : [[t('intake.account'), account]]),
    [t('intake.place'), t('intake.line', { line })],
    [t('intake.lastTime'), formatDate(lastAt)],
    ...(times > 1 ? [[t('intake.firstTime'), `${formatDate(firstAt)} · ${t('intake.times', { count: times })}`]] : []),
  ] as const
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-xl font-semibold wrap-anywhere">
          <bdi>{refusedTitle(message)}</bdi>
        </h1>
        {isOpen ? (
          <StatusChip tone="bad">{t('intake.isRefused')}</StatusChip>
        ) : (
          outcome && (
            <StatusChip tone={outcome === 'discarded' ? 'neutral' : 'good'}>
              {t(`intake.outcome.${outcome}`)}
            </StatusChip>
          )
        )}
      </div>
      {settledAt !== null && (
        <p className="text-muted">
          {settledBy === null
            ? t('intake.settled.itself', { when: formatDate(settledAt) })
            : t('intake.settled.by', { name: settledBy, when: formatDate(settledAt) })}
          {note !== null && (
            <>
              {' '}
              <bdi>{note}</bdi>
            </>
          )}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {!whole && (
        <p className="rounded-control border border-warn-border bg-warn-bg p-3 text-warn">{t('intake.cut')}</p>
      )}
      <RefusedText key={id} message={message} mends={mayWrite && isOpen} onTaken={() => leave(t('intake.taken'))} />
      {mayWrite && isOpen && <DiscardForm id={id} onDone={() => leave(t('intake.discarded'))} />}
    </>
  )
}

function DiscardForm({ id, onDone }: { id: string; onDone: () => void }) {
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const discard = useMutation({
    mutationFn: (note: string) => call(discardRefused, { params: { id }, body: { note } }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['intake'] })
      onDone()
    },
  })
  const form = useForm({
    fields: ['note'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['note']),
    send: (data) => discard.mutateAsync(fieldText(data, 'note').trim()),
  })
  return (
    <details
      className="rounded-card border border-border bg-raised"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer content-center px-4 font-medium sm:px-5">
        {t('intake.discard')}
      </summary>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-3 px-4 pb-4 sm:px-5">
        <p className="text-sm text-muted">{t('intake.discard.text')}</p>
        <TextField
          name="note"
          label={t('intake.discard.why')}
          maxLength={500}
          error={form.faults.note ?? form.faults.form}
        />
        <Button type="submit" write={form} className="self-start">
          {t('intake.discard.do')}
        </Button>
      </form>
    </details>
  )
}
