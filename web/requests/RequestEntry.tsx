import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from '#contract/documents/definition.ts'
import { pathOf } from '#contract/endpoint.ts'
import { type CustomerRequest, downloadRequestFile, withdrawRequest } from '#contract/requests/endpoints.ts'
import { codedFields } from '#contract/requests/rules.ts'
import { call } from '../api/call.ts'
import { saveFile } from '../api/download.ts'
import { profileQuery } from '../api/viewer.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { formatAmount, formatDate, formatDateExactly, formatDecimal } from '../ui/format.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { unitLabel } from '../ui/unit-label.ts'
import { PayButton } from './PayButton.tsx'
import { ShownOffer } from './ShownOffer.tsx'

const tones: Readonly<Record<CustomerRequest['state'], Tone>> = {
  open: 'info',
  taken: 'progress',
  accepted: 'good',
  declined: 'bad',
  answered: 'good',
  withdrawn: 'neutral',
}

/** One request: who made it and when, its content, state and answer. `about` shows the document it concerns. */
export function RequestEntry({ request, about }: { request: CustomerRequest; about?: ReactNode }): ReactNode {
  const { kind, state, madeAt, madeBy, own, answer, answeredBy } = request
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-medium">{t(`requests.did.${kind}`, { who: own ? t('requests.you') : madeBy })}</p>
        <StatusChip tone={tones[state]}>{t(`requests.state.${state}`)}</StatusChip>
        <time dateTime={madeAt} title={formatDateExactly(madeAt)} className="text-sm text-muted">
          {formatDate(madeAt)}
        </time>
        {about}
        {kind === 'adviseRemittance' && <PayButton request={request} />}
        {state === 'open' && <WithdrawButton request={request} />}
      </div>
      <RequestContent request={request} />
      {answer !== null && (
        <blockquote className="mt-2 border-s-2 border-brand ps-3">
          <p className="text-sm text-muted">{t('requests.answer', { who: answeredBy ?? t('requests.supplier') })}</p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {answer}
          </p>
        </blockquote>
      )}
    </div>
  )
}

function RequestContent({ request }: { request: CustomerRequest }) {
  const { note, ...facts } = request.content
  const factEntries = Object.entries(facts)
  return (
    <>
      {factEntries.length > 0 && (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm">
          {factEntries.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">
                {label(name === 'amount' ? 'request.field.amount.plain' : `request.field.${name}`)}
              </dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {valueText(name, value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {typeof note === 'string' && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      {request.shown && <ShownOffer shown={request.shown} />}
      {request.files.length > 0 && (
        <ul className="no-print mt-1 flex flex-wrap gap-x-4">
          {request.files.map((file) => (
            <li key={file.id}>
              <FileButton request={request.id} file={file} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function FileButton({ request, file }: { request: string; file: CustomerRequest['files'][number] }) {
  const save = useMutation({
    mutationFn: () => saveFile(pathOf(downloadRequestFile, { id: request, file: file.id }), file.name),
  })
  return (
    <button
      type="button"
      aria-label={t('requests.file', { name: file.name })}
      onClick={() => save.mutate()}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 text-sm underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:min-h-10"
    >
      <Paperclip aria-hidden size={14} className="shrink-0" />
      <bdi className="truncate">{file.name}</bdi>
    </button>
  )
}

/** A value for display: dates formatted, codes translated, lines with their details. */
function valueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('request.yes') : t('request.no')
  if (Array.isArray(value)) return value.map(lineText).join('\n')
  const text = String(value)
  if (codedFields.includes(name)) return label(`request.choice.${text}`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDate(text) : text
}

function lineText(value: unknown): string {
  if (typeof value === 'string') return t('request.line', { line: value })
  const { line, kind, quantity, sku, description, unit, number, ...more } = value as Partial<Record<string, string>>
  if (number !== undefined) return remittedText(number, more)
  const { unitPrice, requestedDate, received, damaged, note } = more
  if (line === undefined) {
    const quantityText = [formatDecimal(quantity ?? '0'), unitLabel(unit)].filter(Boolean).join(' ')
    return [quantityText, sku, description].filter(Boolean).join(' · ')
  }
  return [
    t('request.line', { line }),
    kind && label(`request.choice.${kind}`),
    quantity && formatDecimal(quantity),
    received && t('request.line.received', { quantity: formatDecimal(received) }),
    damaged && t('request.line.damaged', { quantity: formatDecimal(damaged) }),
    unitPrice && t('request.line.price', { price: formatAmount(unitPrice, null) }),
    requestedDate && t('request.line.date', { date: formatDate(requestedDate) }),
    note,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** An invoice of a remittance advice: amounts are there for members who may see prices. */
function remittedText(number: string, { amount, currency = '', discount }: Partial<Record<string, string>>): string {
  if (amount === undefined) return number
  const money = (value: string) => `\u2066${formatAmount(value, currency)} ${currency}\u2069`
  return discount === undefined
    ? t('request.invoice', { number, amount: money(amount) })
    : t('request.invoice.discount', { number, amount: money(amount), discount: money(discount) })
}

function WithdrawButton({ request }: { request: CustomerRequest }) {
  const queryClient = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  const withdraw = useMutation({
    mutationFn: () => call(withdrawRequest, { params: { id: request.id } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['documents', request.type] }),
        queryClient.invalidateQueries({ queryKey: ['requests'] }),
        queryClient.invalidateQueries({ queryKey: ['statement'] }),
      ]),
  })
  if (!request.own && profile?.role !== 'admin') return null
  return (
    <span className="no-print">
      <ConfirmButton
        label={t('requests.withdraw.label')}
        text={t('requests.withdraw.text')}
        pending={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
      >
        {t('requests.withdraw')}
      </ConfirmButton>
    </span>
  )
}
