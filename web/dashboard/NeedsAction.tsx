import { CircleCheck } from 'lucide-react'
import { type Dashboard, needsActionList, type WaitingDocument } from '#contract/dashboard.ts'
import { toneOf } from '#contract/documents/types.ts'
import type { DocumentType } from '#contract/values.ts'
import { documentPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { daysBetween, formatCount, formatDate } from '../ui/format.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { StatusDot } from '../ui/StatusChip.tsx'
import { label, t } from '../ui/text.ts'
import { Money, Reference } from '../ui/Values.tsx'
import { approvalPath, countedListPath } from './queries.ts'
import { questionPath } from './question-path.ts'

type NeedsActionProps = { data: Dashboard; className?: string }

/** The documents that need the customer's action, by type, most urgent first; each heading links to the whole list. */
export function NeedsAction({ data, className = '' }: NeedsActionProps) {
  const groups = data.needsAction.filter(({ count }) => count > 0)
  const priced = groups.some(({ rows }) => rows.some(({ amount }) => amount !== null))
  return (
    <Card title={t('dashboard.action')} padded={false} className={className}>
      {groups.length + data.approvals.length + data.questions.length === 0 && (
        <div className="flex gap-3 border-t border-border px-4 py-6 sm:px-5">
          <CircleCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-good" />
          <div>
            <p className="font-medium">{t('dashboard.action.none.title')}</p>
            <p className="text-muted">{t('dashboard.action.none.text')}</p>
          </div>
        </div>
      )}
      <ApprovalRows approvals={data.approvals} />
      <QuestionRows questions={data.questions} />
      {groups.map(({ type, count, rows }) => (
        <section key={type} aria-label={t(`dashboard.action.${type}`)} className="border-t border-border">
          <Link
            {...countedListPath(needsActionList(type))}
            className="flex items-baseline justify-between gap-3 px-4 pt-2.5 pb-1 outline-offset-[-2px] hover:bg-hover sm:px-5 pointer-coarse:py-3"
          >
            <h3 className="text-sm font-medium text-muted">{t(`dashboard.action.${type}`)}</h3>
            <span className="tabular shrink-0 text-sm font-semibold">{formatCount(count)}</span>
          </Link>
          <ul className="pb-1.5">
            {rows.slice(0, rowsPerGroup(groups.length)).map((row) => (
              <WaitingRow key={row.number} row={row} today={data.today} priced={priced} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

/** The quotes of which colleagues ask the person to approve. */
function ApprovalRows({ approvals }: Pick<Dashboard, 'approvals'>) {
  if (approvals.length === 0) return null
  return (
    <section aria-label={t('dashboard.action.approvals')} className="border-t border-border pb-1.5">
      <h3 className="flex justify-between gap-3 px-4 pt-2.5 pb-1 text-sm font-medium text-muted sm:px-5">
        {t('dashboard.action.approvals')}
        <span className="tabular font-semibold text-text">{formatCount(approvals.length)}</span>
      </h3>
      <ul>
        {approvals.map(({ number, customerReference, askedBy, currency, amount }) => (
          <li key={number}>
            <Link
              {...approvalPath(number)}
              className="flex flex-wrap items-baseline gap-x-2 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover sm:px-5 pointer-coarse:py-2.5"
            >
              <Reference>{number}</Reference>
              {customerReference && <bdi className="min-w-0 text-sm wrap-anywhere text-muted">{customerReference}</bdi>}
              <bdi className="flex-1 text-sm text-muted">{t('dashboard.action.askedBy', { name: askedBy })}</bdi>
              {amount !== null && <Money amount={amount} currency={currency} />}
              <span className="w-full text-sm underline decoration-border underline-offset-4">
                {t('request.do.approval')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the supplier asked back, each leading to the conversation in which it is answered. */
function QuestionRows({ questions }: Pick<Dashboard, 'questions'>) {
  if (questions.length === 0) return null
  return (
    <section aria-label={t('dashboard.action.questions')} className="border-t border-border pb-1.5">
      <h3 className="flex justify-between gap-3 px-4 pt-2.5 pb-1 text-sm font-medium text-muted sm:px-5">
        {t('dashboard.action.questions')}
        <span className="tabular font-semibold text-text">{formatCount(questions.length)}</span>
      </h3>
      <ul>
        {questions.map((question) => (
          <li key={question.id}>
            <Link
              {...questionPath(question)}
              className="flex flex-wrap items-baseline gap-x-2 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover sm:px-5 pointer-coarse:py-2.5"
            >
              <Question question={question} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Question({ question: { number, askedBy, words } }: { question: Dashboard['questions'][number] }) {
  return (
    <>
      {number === null ? <span>{t('dashboard.action.account')}</span> : <Reference>{number}</Reference>}
      {askedBy && <bdi className="flex-1 text-sm text-muted">{askedBy}</bdi>}
      {words !== null && (
        <span dir="auto" className="line-clamp-2 w-full text-sm wrap-anywhere">
          {words}
        </span>
      )}
      <span className="w-full text-sm underline decoration-border underline-offset-4">
        {t('dashboard.action.answer')}
      </span>
    </>
  )
}

/** The fewer types need action, the more rows of each are shown. */
const rowsPerGroup = (groups: number) => (groups > 2 ? 3 : 4)

function WaitingRow({ row, today, priced }: { row: WaitingDocument; today: string; priced: boolean }) {
  return (
    <li>
      <Link
        {...documentPath(row.type, row.number)}
        className={`grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-1.5 outline-offset-[-2px] hover:bg-hover sm:px-5 pointer-coarse:py-2.5 ${priced ? 'sm:grid-cols-[16px_minmax(0,1fr)_auto_132px]' : ''}`}
      >
        <StatusDot tone={toneOf(row.type, row.status)} />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Reference>{row.number}</Reference>
          {row.customerReference && (
            <bdi className="min-w-0 text-sm wrap-anywhere text-muted">{row.customerReference}</bdi>
          )}
        </span>
        <bdi className="text-end text-sm whitespace-nowrap text-muted">{reasonText(row, today)}</bdi>
        {priced && (
          <span className="ps-4 text-right max-sm:hidden">
            {row.amount !== null && <Money amount={row.amount} currency={row.currency} />}
          </span>
        )}
      </Link>
      {row.act !== null && (
        <Link
          {...documentPath(row.type, row.number)}
          search={{ act: row.act }}
          aria-label={t('dashboard.act', { act: t(`request.do.${row.act}`), number: row.number })}
          className="ms-[42px] inline-flex min-h-6 items-center text-sm underline decoration-border underline-offset-4 hover:decoration-current sm:ms-[46px] pointer-coarse:min-h-10"
        >
          {t(`request.do.${row.act}`)}
        </Link>
      )}
    </li>
  )
}

/** Says beside why an invoice waits how much of it is disputed, and so not due. */
function withDisputed(overdue: string, { disputedAmount, currency }: WaitingDocument): string {
  if (disputedAmount === null) return overdue
  const amount = [formatAmount(disputedAmount, currency), currency].filter(Boolean).join('\u00a0')
  return t('dashboard.due.disputed', { overdue, amount })
}

/** Why a document needs action, as a short text. */
function reasonText(row: WaitingDocument, today: string): string {
  const days = row.keyDate === null ? null : daysBetween(today, row.keyDate)
  const status = label(`status.${row.type}.${row.status}`)
  const reasons: Partial<Record<DocumentType, () => string>> = {
    quotes: () => (days === null ? status : days === 0 ? t('dashboard.due.today') : t('dashboard.due.left', { days })),
    invoices: () => withDisputed(days === null ? status : t('due.overdue', { days: -days }), row),
    orders: () =>
      row.status === 'on_hold' || row.keyDate === null
        ? status
        : t('dashboard.due.moved', { date: formatDate(row.keyDate) }),
    shipments: () => status,
  }
  return reasons[row.type]?.() ?? status
}
