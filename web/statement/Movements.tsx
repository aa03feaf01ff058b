import { Link } from '@tanstack/react-router'
import { type Movement, wordFor } from '../../contract/statement.ts'
import { documentPath } from '../paths.ts'
import { formatDate } from '../ui/format.ts'
import { Cell, HeadCell, Row } from '../ui/Table.tsx'
import { t } from '../ui/text.ts'
import { DateText, Money, Reference } from '../ui/Values.tsx'
import type { Period } from './queries.ts'

type MovementsProps = { period: Period; movements: readonly Movement[] }

/** The movements of a period, oldest first: a table where there is room, cards on a phone. */
export function Movements({ period, movements }: MovementsProps) {
  const { from, to, currency } = period
  const named = t('statement.movements', { from: formatDate(from), to: formatDate(to), currency })
  const keyed = movements.map((movement, place) => ({ movement, key: `${movement.number} ${place}` }))
  return (
    <>
      <table className="w-full border-collapse max-md:hidden print:table">
        <caption className="sr-only">{named}</caption>
        <thead>
          <tr>
            <HeadCell>{t('statement.date')}</HeadCell>
            <HeadCell>{t('statement.what')}</HeadCell>
            <HeadCell>{t('statement.document')}</HeadCell>
            <HeadCell end>{t('statement.amount')}</HeadCell>
            <HeadCell end>{t('statement.after')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {keyed.map(({ movement, key }) => (
            <Row key={key}>
              <Cell className="whitespace-nowrap">
                <Day movement={movement} />
              </Cell>
              <Cell>
                <What movement={movement} />
              </Cell>
              <Cell>
                <Document movement={movement} />
              </Cell>
              <Cell end>
                <Amount movement={movement} currency={currency} />
              </Cell>
              <Cell end className="text-muted">
                <Money amount={movement.balance} currency={currency} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </table>
      <ul aria-label={named} className="md:hidden print:hidden">
        {keyed.map(({ movement, key }) => (
          <li
            key={key}
            className="flex items-start justify-between gap-4 border-b border-border px-4 py-3 last:border-0"
          >
            <span className="min-w-0">
              <span className="block text-sm text-muted">
                <Day movement={movement} />
              </span>
              <What movement={movement} />
              <span className="block">
                <Document movement={movement} />
              </span>
            </span>
            <span className="shrink-0 text-end">
              <span className="block">
                <Amount movement={movement} currency={currency} />
              </span>
              <span className="mt-1 block text-sm text-muted">
                <span className="sr-only">{t('statement.after')} </span>
                <Money amount={movement.balance} currency={currency} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Day({ movement: { date } }: { movement: Movement }) {
  return date === null ? t('statement.noDate') : <DateText date={date} />
}

/** What it was, and how it was paid or when it is due. */
function What({ movement }: { movement: Movement }) {
  const { kind, method, reference, dueDate } = movement
  const isBill = kind === 'invoice' || kind === 'prepayment'
  const more = isBill
    ? dueDate && t('statement.due', { date: formatDate(dueDate) })
    : [method, reference].filter((text) => text !== null).join(' · ')
  return (
    <span className="block">
      {t(wordFor(movement))}
      {more && (
        <span className="block text-sm text-muted">
          <bdi>{more}</bdi>
        </span>
      )}
    </span>
  )
}

function Document({ movement: { number, customerReference } }: { movement: Movement }) {
  return (
    <>
      <Link
        {...documentPath('invoices', number)}
        className="underline decoration-border underline-offset-4 hover:decoration-current"
      >
        <Reference>{number}</Reference>
      </Link>
      {customerReference && (
        <span className="block text-sm text-muted">
          <bdi>{customerReference}</bdi>
        </span>
      )}
    </>
  )
}

function Amount({ movement: { amount }, currency }: { movement: Movement; currency: string }) {
  return (
    <span className={amount.startsWith('-') ? 'text-good' : ''}>
      <Money amount={amount} currency={currency} />
    </span>
  )
}
