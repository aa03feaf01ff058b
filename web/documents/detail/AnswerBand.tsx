import { type ReactNode, useId } from 'react'
import { type AnswerRule, answerOf } from '#contract/answers/rules.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { definitions } from '#contract/documents/types.ts'
import type { MessageKey } from '#contract/message-keys.ts'
import { sum } from '#contract/money.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { formatDate } from '#web/ui/format.ts'
import { useToday } from '#web/ui/portal.ts'
import { StatusDot } from '#web/ui/StatusChip.tsx'
import { label, t } from '#web/ui/text.ts'
import { textOrNull } from '#web/ui/text-or-null.ts'
import { Money } from '#web/ui/Values.tsx'
import { DueText } from '../DueText.tsx'
import { dueHint, keyDateOf } from '../due.ts'
import { fieldDefinition, fieldLabel } from '../fields.ts'
import { toDatedDocument } from '../header.ts'
import { ActNotice } from './ActNotice.tsx'
import { AnswerReason } from './AnswerReason.tsx'
import { answerFacts } from './answer-facts.ts'
import { type Fact, KeyFacts } from './Facts.tsx'
import { isPayable } from './payable.ts'

type AnswerBandProps = {
  detail: DocumentDetail
  /** The buttons of what the state of the document calls for; null when nothing is, or when they stand elsewhere. */
  actions: ReactNode
  /** Whether something can be done about it. */
  canAct: boolean
}

const calm = { border: 'border-border', head: 'border-b border-border' }
const surfaces: Readonly<Record<AnswerRule['tone'], typeof calm>> = {
  bad: { border: 'border-bad-border', head: 'bg-bad-bg' },
  warn: { border: 'border-warn-border', head: 'bg-warn-bg' },
  good: calm,
  info: calm,
  progress: calm,
  neutral: calm,
}

/** What a person wants to know first of a document: its state in a sentence, why, what comes next, and what to do. */
export function AnswerBand({ detail, actions, canAct }: AnswerBandProps): ReactNode {
  const today = useToday()
  const titleId = useId()
  const rule = answerOf(detail.type, answerFacts(detail, today))
  const keys = keyFacts(detail, rule, today)
  const facts = keys.length > 0 && <KeyFacts label={t('detail.facts')} facts={keys} />
  if (!rule) return facts
  return (
    <section
      aria-labelledby={titleId}
      className={`overflow-hidden rounded-card border bg-raised ${surfaces[rule.tone].border}`}
    >
      <div className={`px-4 py-3.5 sm:px-5 ${surfaces[rule.tone].head}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 grow basis-64">
            <Sentence id={titleId} detail={detail} rule={rule} today={today} />
            <AnswerReason detail={detail} why={rule.why} />
            {detail.act?.kind ? <ActNotice act={detail.act} /> : <Next detail={detail} rule={rule} canAct={canAct} />}
          </div>
          <Figure detail={detail} />
        </div>
        {actions && <div className="no-print mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {facts && <div className="px-4 py-3 sm:px-5">{facts}</div>}
    </section>
  )
}

type RuleProps = { detail: DocumentDetail; rule: AnswerRule; today: string }

function Sentence({ id, detail, rule, today }: RuleProps & { id: string }) {
  const date = answerFacts(detail, today).date
  const day = rule.when === 'promised' ? textOrNull(detail.header.promisedPayment) : date
  const due = saysDay(rule) ? dueHint(toDatedDocument(detail), today) : null
  return (
    <h2 id={id} className="flex gap-x-2 text-lg font-semibold">
      <span className="flex h-lh items-center">
        <StatusDot tone={rule.tone} />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <bdi>{sentence(`answer.${detail.type}.${rule.name}`, day)}</bdi>
        {due && <DueText due={due} />}
      </span>
    </h2>
  )
}

function Next({ detail, rule, canAct }: Omit<RuleProps, 'today'> & { canAct: boolean }) {
  if (!rule.next || (rule.next === 'doer' && !canAct)) return null
  return <p className="mt-1">{label(`answer.${detail.type}.${rule.name}.next`)}</p>
}

/** The text of a rule; those that name a day take it as an argument. */
const sentence = (key: string, day: string | null): string =>
  t(key as MessageKey & 'answer.orders.dated', { date: day === null ? '' : formatDate(day) })

/** Whether the sentence names the document's day, so that how soon or late that is stands beside it. */
const saysDay = ({ when }: AnswerRule) => when === 'dated' || when === 'overdue' || when === 'moved'

/** The amount that matters: what is left to pay, otherwise the total. */
function Figure({ detail }: { detail: DocumentDetail }) {
  const { header, type } = detail
  if (type === 'shipments' || !fieldDefinition(type, 'gross') || !('gross' in header)) return null
  const payable = isPayable(detail) && 'open' in header
  const gross = textOrNull(header.gross)
  const amount = payable ? (textOrNull(header.open) ?? gross) : gross
  const ofLines = amount === null ? sumOfLines(detail) : null
  const name = payable ? t('totals.open') : fieldLabel(type, 'gross')
  return (
    <dl className="text-end max-sm:text-start">
      <dt className="text-sm text-muted">{ofLines === null ? name : t('totals.lines')}</dt>
      <dd className="text-2xl font-semibold">
        <Money amount={amount ?? ofLines} currency={textOrNull(header.currency)} />
      </dd>
    </dl>
  )
}

/**
 * What the lines come to, for a document that came without totals; null when the amount of one is not known. It is not
 * the document's amount, which has taxes that its lines do not say.
 */
function sumOfLines({ lines }: DocumentDetail): string | null {
  const amounts = lines.filter(({ kind }) => kind === 'item' || kind === 'charge').map(({ amount }) => amount ?? null)
  return amounts.length === 0 || amounts.includes(null) ? null : sum(amounts)
}

function keyFacts(detail: DocumentDetail, rule: AnswerRule | undefined, today: string): Fact[] {
  const { type, header } = detail
  const dated = toDatedDocument(detail)
  const due = rule && saysDay(rule) ? null : dueHint(dated, today)
  const keyDate = keyDateOf(dated)
  const fieldNames: readonly string[] = definitions[type].dates
  const dueFieldName = fieldNames.findLast((name) => textOrNull(header[name]) === keyDate) ?? definitions[type].keyDate
  return fieldNames
    .filter((name) => textOrNull(header[name]) !== null || name === 'issueDate')
    .filter((name) => !(name === 'dueDate' && header.invoiceKind === '381'))
    .map((name): Fact => {
      const note = due && name === dueFieldName ? <DueText key="due" due={due} /> : null
      return {
        label: fieldLabel(type, name),
        value: <DateText key="date" date={textOrNull(header[name])} focusable />,
        note,
      }
    })
}
