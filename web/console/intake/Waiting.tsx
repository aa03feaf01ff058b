import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { assignEvent, assignQuarantined, type QuarantinedEntry, type WaitingEvent } from '#contract/console/intake.ts'
import { documentTypes } from '#contract/values.ts'
import { CallError } from '#web/api/call.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { failureText } from '#web/ui/states/failure-text.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type Write, WriteFault } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { call } from '../call.ts'
import { accountsQuery, eventsQuery, quarantinedQuery } from './queries.ts'

/** Documents that wait for their customer, and events that wait for their shipment. */
export function Waiting(): ReactNode {
  const documents = useQuery(quarantinedQuery)
  const events = useQuery(eventsQuery)
  const absence = absentStateOf(documents) ?? absentStateOf(events)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-48" />} />
  const waiting = documents.data?.documents ?? []
  const waitingEvents = events.data?.events ?? []
  if (waiting.length + waitingEvents.length === 0)
    return <EmptyState icon={CircleCheck} title={t('intake.waiting.none')} />
  return (
    <div className="flex flex-col gap-5">
      {waiting.length > 0 && (
        <Card title={t('intake.quarantine')} padded={false}>
          <ol>
            {waiting.map((entry) => (
              <Quarantined key={entry.id} entry={entry} />
            ))}
          </ol>
        </Card>
      )}
      {waitingEvents.length > 0 && (
        <Card title={t('intake.events')} padded={false}>
          <ol>
            {waitingEvents.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        </Card>
      )}
    </div>
  )
}

const itemClass = 'border-t border-border px-4 py-3 sm:px-5'

function Quarantined({ entry }: { entry: QuarantinedEntry }) {
  const { id, receivedAt, type, number, buyerName, identifiers, reason } = entry
  const mayWrite = useMay('intake.write')
  const cache = useQueryClient()
  const [learn, setLearn] = useState(identifiers.length > 0)
  const known = documentTypes.find((one) => one === type)
  const title = known ? t('intake.document', { type: t(`intake.type.${known}`), number }) : number
  const assign = useMutation({
    mutationFn: (account: string) => call(assignQuarantined, { params: { id }, body: { account, learn } }),
    onSuccess: async ({ taken }) => {
      if (!taken) return
      showToast('good', t('intake.assigned.document', { what: title }))
      await cache.invalidateQueries({ queryKey: ['intake'] })
    },
  })
  return (
    <li className={itemClass}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi className="font-medium wrap-anywhere">{title}</bdi>
        <time dateTime={receivedAt} className="text-sm text-muted">
          {formatDate(receivedAt)}
        </time>
      </p>
      <p className="wrap-anywhere">
        <bdi>{buyerName ?? t('intake.noBuyer')}</bdi>
        {identifiers.map(({ scheme, value }) => (
          <bdi key={`${scheme} ${value}`} className="ms-3 text-sm text-muted">
            {scheme} {value}
          </bdi>
        ))}
      </p>
      <p lang="en" dir="ltr" className="text-start text-sm wrap-anywhere text-muted">
        {reason}
      </p>
      {mayWrite && (
        <Assignment
          what={title}
          write={assign}
          faults={faultsOf(assign.error, assign.data?.problems)}
          onAssign={(account) => assign.mutate(account)}
        >
          {identifiers.length > 0 && (
            <CheckField label={t('intake.learn')} checked={learn} onChange={({ target }) => setLearn(target.checked)} />
          )}
        </Assignment>
      )}
    </li>
  )
}

function Event({ event }: { event: WaitingEvent }) {
  const { id, receivedAt, at, code, keys, leads } = event
  const mayWrite = useMay('intake.write')
  const [shipment, setShipment] = useState('')
  // Each says why it failed where it was pressed.
  const [take, assign] = [useAssignEvent(id), useAssignEvent(id)]
  return (
    <li className={itemClass}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <bdi className="font-medium wrap-anywhere">{code}</bdi>
        <time dateTime={receivedAt} className="text-sm text-muted">
          {formatDate(at)}
        </time>
      </p>
      <p dir="ltr" className="text-start [font-family:monospace] text-sm wrap-anywhere text-muted">
        {keys.join(' · ') || id}
      </p>
      {mayWrite && (
        <>
          {leads.length > 0 && (
            <p className="mt-2 flex flex-wrap items-center gap-2">
              <span className="text-sm text-muted">{t('intake.leads')}</span>
              {leads.map((lead) => (
                <Button
                  key={`${lead.account} ${lead.number}`}
                  size="small"
                  pending={take.isPending}
                  onClick={() => take.mutate({ account: lead.account, shipment: lead.number })}
                >
                  <bdi>{t('intake.lead.one', lead)}</bdi>
                </Button>
              ))}
            </p>
          )}
          <WriteFault of={take} />
          <Assignment
            what={code}
            write={assign}
            faults={faultsOf(assign.error, undefined)}
            onAssign={(account) => assign.mutate({ account, shipment: shipment.trim() })}
          >
            <TextField
              className="max-w-80"
              label={t('intake.shipment')}
              value={shipment}
              maxLength={200}
              onChange={({ target }) => setShipment(target.value)}
            />
          </Assignment>
        </>
      )}
    </li>
  )
}

function useAssignEvent(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { account: string; shipment: string }) => call(assignEvent, { body: { id, ...body } }),
    onSuccess: async () => {
      showToast('good', t('intake.assigned.event'))
      await cache.invalidateQueries({ queryKey: ['intake'] })
    },
  })
}

const faultsOf = (error: Error | null, problems: readonly { message: string }[] | undefined): readonly string[] =>
  failureText(error) !== null
    ? []
    : error instanceof CallError
      ? [error.message]
      : error
        ? [t('toast.network')]
        : (problems ?? []).map(({ message }) => message)

type AssignmentProps = {
  what: string
  write: Write
  faults: readonly string[]
  onAssign: (account: string) => void
  children: ReactNode
}

/** The choice of an account, found by a part of its number or name. */
function Assignment({ what, write, faults, onAssign, children }: AssignmentProps) {
  const [text, setText] = useState('')
  const [account, setAccount] = useState('')
  const sought = useDeferredValue(text.trim())
  const { data } = useQuery(accountsQuery(sought))
  const accounts = sought === '' ? [] : (data?.accounts ?? [])
  const chosen = accounts.find(({ number }) => number === account) ?? (accounts.length === 1 ? accounts[0] : undefined)
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-medium underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10">
        {t('intake.assign')}
        <span className="sr-only">{what}</span>
      </summary>
      <form
        className="mt-2 flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen && !write.isPending) onAssign(chosen.number)
        }}
      >
        <TextField
          className="w-full max-w-80"
          label={t('intake.account.find')}
          type="search"
          maxLength={100}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {sought !== '' && (
          <fieldset className="w-full max-w-96">
            <legend className="sr-only">{t('intake.account')}</legend>
            {data && accounts.length === 0 && <p className="text-sm text-muted">{t('intake.account.none')}</p>}
            {accounts.map(({ number, name }) => (
              <label key={number} className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-10">
                <input
                  type="radio"
                  name="account"
                  value={number}
                  checked={number === chosen?.number}
                  onChange={() => setAccount(number)}
                  className="size-4 shrink-0 accent-brand"
                />
                <bdi className="wrap-anywhere">
                  {name} ({number})
                </bdi>
              </label>
            ))}
          </fieldset>
        )}
        {children}
        {faults.map((fault) => (
          <p key={fault} role="alert" className="text-sm text-bad">
            {fault}
          </p>
        ))}
        <Button type="submit" write={write} disabled={!chosen}>
          {t('intake.assign.do')}
        </Button>
      </form>
    </details>
  )
}
