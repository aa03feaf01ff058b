import { fromMillionths, toMillionths } from '#contract/money.ts'
import type { AgeingStep, Balance } from '#contract/statement.ts'
import { listPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { formatCount } from '../ui/format.ts'
import { formatPercent } from '../ui/format-details.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { Cell, HeadCell, Row } from '../ui/Table.tsx'
import { t } from '../ui/text.ts'
import { Money } from '../ui/Values.tsx'

type AgeingEntry = Balance['ageing'][number]

const colours: Record<AgeingStep, string> = {
  current: 'bg-info',
  days1To30: 'age-1',
  days31To60: 'age-2',
  days61To90: 'age-3',
  over90: 'bg-bad',
  noDueDate: 'bg-muted',
  toOffset: 'bg-good',
}
/** Ageing steps that are shown only when they are not empty. */
const hiddenWhenEmpty = new Set<AgeingStep>(['noDueDate', 'toOffset'])

/** The balance in one currency and its ageing; each amount links to its invoices. */
export function BalanceCard({ balance }: { balance: Balance }) {
  const { currency, ageing } = balance
  const shown = ageing.filter(({ step, count }) => count > 0 || !hiddenWhenEmpty.has(step))
  const isOverdue = Number(balance.overdue) > 0
  return (
    <Card title={t('statement.balance', { currency })}>
      <p className="text-2xl font-semibold">
        <Money amount={balance.balance} currency={currency} />
      </p>
      <p className={`mt-0.5 text-sm ${isOverdue ? 'text-bad' : 'text-muted'}`}>
        {Number(balance.balance) < 0
          ? t('statement.inCredit')
          : isOverdue
            ? overdueText(balance)
            : t('statement.nothingOverdue')}
      </p>
      {isNonZero(balance.disputed) && !isNonZero(balance.disputedOverdue) && (
        <p className="mt-0.5 text-sm text-warn">
          {t('statement.disputed', { amount: formatAmount(balance.disputed, currency) })}
        </p>
      )}
      <CreditLimit balance={balance} />
      <AgeingBar steps={shown} />
      <table className="-mx-4 mt-3 w-[calc(100%+--spacing(8))] border-collapse sm:-mx-5 sm:w-[calc(100%+--spacing(10))] [&_tbody_tr:last-child>*]:border-b-0">
        <caption className="sr-only">{t('statement.ageing.caption', { currency })}</caption>
        <thead>
          <tr>
            <HeadCell>{t('statement.step')}</HeadCell>
            <HeadCell end className="max-sm:sr-only">
              {t('statement.documents')}
            </HeadCell>
            <HeadCell end>{t('statement.amount')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((step) => (
            <AgeingRow key={step.step} step={step} currency={currency} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const isNonZero = (amount: string) => /[1-9]/.test(amount)

/** What is overdue, and how much of that is disputed. */
function overdueText({ currency, overdue, disputedOverdue }: Balance): string {
  const amount = formatAmount(overdue, currency)
  return isNonZero(disputedOverdue)
    ? t('statement.disputed.overdue', { overdue: amount, disputed: formatAmount(disputedOverdue, currency) })
    : t('statement.overdue', { amount })
}

/** How much of the credit limit is used. */
function CreditLimit({ balance: { balance, creditLimit, currency } }: { balance: Balance }) {
  if (creditLimit === null) return null
  const used = toMillionths(balance)
  const limit = toMillionths(creditLimit)
  // Isolated, so that amount and currency stay in the same order as in the tables in right-to-left text.
  const amount = (value: bigint) => `\u2066${formatAmount(fromMillionths(value), currency)} ${currency}\u2069`
  if (used > limit)
    return (
      <p className="mt-0.5 text-sm text-bad">
        {t('statement.creditOver', { limit: amount(limit), over: amount(used - limit) })}
      </p>
    )
  const share = limit === 0n || used <= 0n ? 0 : Number((used * 1000n) / limit) / 1000
  const available = used < 0n ? limit : limit - used
  return (
    <p className="mt-0.5 text-sm text-muted">
      {t('statement.credit', { limit: amount(limit), share: formatPercent(share), left: amount(available) })}
    </p>
  )
}

/** The shares of the balance; the table below says the same. Credit takes no room. */
function AgeingBar({ steps }: { steps: readonly AgeingEntry[] }) {
  const parts = steps.map(({ step, amount }) => ({ step, size: Math.max(0, Number(amount)) }))
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  return (
    <div aria-hidden className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
      {parts
        .filter(({ size }) => size > 0)
        .map(({ step, size }) => (
          <span key={step} className={`min-w-1 ${colours[step]}`} style={{ width: `${(size / total) * 100}%` }} />
        ))}
    </div>
  )
}

function AgeingRow({
  step: { step, amount, count, disputed, from, to },
  currency,
}: {
  step: AgeingEntry
  currency: string
}) {
  const name = t(`statement.step.${step}`)
  const hasLink = count > 0 && (from !== null || to !== null)
  const search = {
    ...{ open: 'true', currency, dateField: 'keyDate' },
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  }
  return (
    <Row>
      <th scope="row" className="h-11 border-b border-border px-3 text-start align-middle font-normal first:ps-5">
        <span className="flex items-center gap-2.5">
          <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${colours[step]}`} />
          <span>
            {name}
            {step === 'toOffset' && (
              <span className="block text-sm text-muted">{t('statement.stepHint.toOffset')}</span>
            )}
          </span>
        </span>
      </th>
      <Cell end className="tabular text-muted max-sm:sr-only">
        {formatCount(count)}
      </Cell>
      <Cell end>
        {hasLink ? (
          <Link
            {...listPath('invoices', search)}
            className="underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5"
          >
            <Money amount={amount} currency={currency} />
            <span className="sr-only">. {t('statement.show', { count, step: name })}</span>
          </Link>
        ) : (
          <Money amount={amount} currency={currency} />
        )}
        {isNonZero(disputed) && (
          <span className="block text-sm text-warn">
            {t('statement.disputed', { amount: formatAmount(disputed, currency) })}
          </span>
        )}
      </Cell>
    </Row>
  )
}
