import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ApiKey, exportKeys, overlapHours, revokeKey, rotateKey } from '#contract/console/keys.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { formFaults, requiredFaults } from '#web/auth/form.ts'
import { useSearch } from '#web/routing/hooks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { fieldText, useForm } from '#web/ui/form.ts'
import { formatDate } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay, useMe } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { call } from '../call.ts'
import { KeyFilters } from './KeyFilters.tsx'
import { type KeysSearch, keyFiltersOf } from './keys-search.ts'
import { LenientForm, Readings } from './LenientForm.tsx'
import { MakeForm, type NewSecret } from './MakeForm.tsx'
import { keysKey, keysQuery, summaryClass } from './queries.ts'
import { mayHold, scopeText } from './scopes.ts'

/** So many keys are seen without a search. */
const mostAtAGlance = 5

/** The keys of the supplier's systems: made, rotated and revoked. */
export function KeysPage(): ReactNode {
  const manages = useMay('keys.write')
  const [secrets, setSecrets] = useState<readonly NewSecret[]>([])
  if (!manages) return <EmptyState icon={KeyRound} title={t('console.nothing')} text={t('console.nothing.text')} />
  const show = (made: NewSecret) => setSecrets((others) => [made, ...others])
  const putAway = (made: NewSecret) => setSecrets((all) => all.filter((one) => one !== made))
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 p-4 md:p-6">
      <PageHeader title={t('console.apiKeys')} lead={t('keys.lead')} />
      {secrets.map((made) => (
        <Secret key={made.secret} made={made} onDone={() => putAway(made)} />
      ))}
      <Keys onMade={show} />
      <MakeForm onMade={show} />
    </div>
  )
}

function Secret({ made, onDone }: { made: NewSecret; onDone: () => void }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const title = t('keys.secret', { name: made.name })
  return (
    <section
      ref={panel}
      aria-label={title}
      tabIndex={-1}
      className="rounded-card border border-good-border bg-good-bg p-4 sm:p-5"
    >
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1">{t('keys.secret.text')}</p>
      <p className="mt-3 flex items-center gap-2">
        <code dir="ltr" className="rounded-control bg-raised px-3 py-2 wrap-anywhere">
          {made.secret}
        </code>
        <CopyButton text={made.secret} what={t('keys.secret.what')} />
      </p>
      <Button className="mt-4" onClick={onDone}>
        {t('keys.secret.done')}
      </Button>
    </section>
  )
}

function Keys({ onMade }: { onMade: (made: NewSecret) => void }) {
  const search = useSearch('/keys')
  const query = useQuery({ ...keysQuery(search), placeholderData: keepPreviousData })
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-40" />} />
  const { keys } = query.data
  const isNarrowed = Object.keys(keyFiltersOf(search)).length > 0
  const isFormer = query.isPlaceholderData
  if (keys.length === 0 && !isNarrowed && !isFormer) return <EmptyState icon={KeyRound} title={t('keys.none')} />
  return (
    <>
      {(isNarrowed || isFormer || keys.length > mostAtAGlance) && <KeyFilters search={search} />}
      {/* That there is none is said of what was asked alone. */}
      {keys.length === 0 && isFormer ? (
        <Skeleton className="h-40" />
      ) : (
        <KeyList keys={keys} search={search} onMade={onMade} />
      )}
    </>
  )
}

type KeyListProps = { keys: readonly ApiKey[]; search: KeysSearch; onMade: (made: NewSecret) => void }

function KeyList({ keys, search, onMade }: KeyListProps) {
  if (keys.length === 0) return <EmptyState icon={KeyRound} title={t('keys.noneSuch')} />
  return (
    <Card
      title={t('console.apiKeys')}
      padded={false}
      action={<CsvLink path={pathWithQuery(exportKeys, {}, keyFiltersOf(search))} />}
    >
      <ul>
        {keys.map((key) => (
          <li key={key.id} className="border-b border-border px-4 py-4 last:border-0 sm:px-5">
            <Key apiKey={key} onMade={onMade} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Key({ apiKey, onMade }: { apiKey: ApiKey; onMade: (made: NewSecret) => void }) {
  const { name, accounts, source, numberedBy, createdAt, createdBy, lastUsedAt, revokedAt, formerUntil, leniency } =
    apiKey
  const me = useMe()
  const numbering = [
    ...(source === '' ? [] : [source]),
    ...(numberedBy === 'customer' ? [t('keys.numbering.customer')] : []),
  ]
  const when = formatDate(createdAt)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        {revokedAt === null ? (
          <span className="flex flex-wrap gap-2">
            {leniency?.always === true && <StatusChip tone="warn">{t('keys.lenient.state')}</StatusChip>}
            <StatusChip tone="good">{t('keys.works')}</StatusChip>
          </span>
        ) : (
          <StatusChip tone="neutral">{t('keys.revoked.state')}</StatusChip>
        )}
      </div>
      <p>{apiKey.scopes.map(scopeText).join(' · ')}</p>
      {accounts !== null && (
        <p>
          {accounts.length === 0
            ? t('keys.accounts.nobody')
            : t('keys.accounts.only', { customers: accounts.join(', ') })}
        </p>
      )}
      <p className="text-sm text-muted">
        {lastUsedAt === null ? t('keys.unused') : t('keys.used', { when: formatDate(lastUsedAt) })}
        {' · '}
        {createdBy === null ? t('keys.created', { when }) : t('keys.createdBy', { when, name: createdBy })}
        {numbering.length > 0 && (
          <>
            {' '}
            · <bdi>{numbering.join(', ')}</bdi>
          </>
        )}
        {revokedAt !== null && <> · {t('keys.revokedAt', { when: formatDate(revokedAt) })}</>}
      </p>
      {formerUntil !== null && revokedAt === null && (
        <p className="text-sm text-warn">{t('keys.former', { when: formatDate(formerUntil) })}</p>
      )}
      {revokedAt === null && <Readings readings={apiKey.readings} />}
      {revokedAt === null && (
        <div className="mt-2 flex flex-wrap items-start gap-x-6 gap-y-2">
          {mayHold(me, apiKey.scopes) && <RotateForm apiKey={apiKey} onMade={onMade} />}
          {apiKey.scopes.includes('ingest:write') && <LenientForm apiKey={apiKey} />}
          <RevokeForm apiKey={apiKey} />
        </div>
      )}
    </>
  )
}

function RotateForm({ apiKey: { id, name }, onMade }: { apiKey: ApiKey; onMade: (made: NewSecret) => void }) {
  const cache = useQueryClient()
  const [overlap, setOverlap] = useState<(typeof overlapHours)[number]>(24)
  const [isOpen, setOpen] = useState(false)
  const rotate = useMutation({
    mutationFn: () => call(rotateKey, { params: { id }, body: { overlap } }),
    onSuccess: async ({ secret }) => {
      setOpen(false)
      onMade({ name, secret })
      await cache.invalidateQueries({ queryKey: [keysKey] })
    },
  })
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={summaryClass}>
        {t('keys.rotate')}
        <span className="sr-only">{t('keys.of', { name })}</span>
      </summary>
      <div className="mt-2 flex max-w-96 flex-col items-start gap-3">
        <p className="text-sm text-muted">{t('keys.rotate.text')}</p>
        <SelectField
          label={t('keys.overlap')}
          value={String(overlap)}
          onChange={({ target }) => setOverlap(overlapHours.find((hours) => String(hours) === target.value) ?? 24)}
          choices={overlapHours.map((hours) => ({ value: String(hours), label: t('keys.overlap.hours', { hours }) }))}
        />
        <Button write={rotate} onClick={() => rotate.mutate()}>
          {t('keys.rotate.do')}
        </Button>
      </div>
    </details>
  )
}

function RevokeForm({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const cache = useQueryClient()
  const form = useForm({
    fields: ['name'],
    faultsOf: formFaults,
    check: (data) => requiredFaults(data, ['name']),
    send: async (data) => {
      await call(revokeKey, { params: { id }, body: { name: fieldText(data, 'name').trim() } })
      await cache.invalidateQueries({ queryKey: [keysKey] })
    },
  })
  return (
    <details>
      <summary className={summaryClass}>
        {t('keys.revoke')}
        <span className="sr-only">{t('keys.of', { name })}</span>
      </summary>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="mt-2 flex max-w-96 flex-col items-start gap-3">
        <p className="text-sm text-muted">{t('keys.revoke.text', { name })}</p>
        <TextField
          className="w-full"
          label={t('keys.revoke.label')}
          name="name"
          autoComplete="off"
          error={form.faults.name ?? form.faults.form}
        />
        <Button type="submit" write={form}>
          {t('keys.revoke.do')}
        </Button>
      </form>
    </details>
  )
}
