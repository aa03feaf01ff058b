import { type Movement, movementTextKey } from '#contract/statement.ts'
import { documentPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { DateText } from '../ui/DateText.tsx'
import { formatDate } from '../ui/format.ts'
import { Cell, HeadCell, Row } from '../ui/Table.tsx'
import { t } from '../ui/text.ts'
import { Money, Reference } from '../ui/Values.tsx'
import type { StatementPeriod } from './queries.ts'

/** Large enough for a finger: links stand one below the other. */
const quietLink =
  'underline decoration-border underline-offset-4 hover:decoration-current pointer-coarse:inline-flex pointer-coarse:min-h-10 pointer-coarse:items-center'

type MovementsProps = { period: StatementPeriod; movements: readonly Movement[] }

/** The movements of a period, oldest first: a table where there is room, cards on a phone. */
export function Movements({ period, movements }: MovementsProps) {
  const { from, to, currency } = period
  const caption = t('statement.movements', { from: formatDate(from), to: formatDate(to), currency })
  const keyed = movements.map((movement, index) => ({ movement, key: `${movement.number} ${index}` }))
  return (
    <>
      <table className="w-full border-collapse max-md:hidden print:table">
        <caption className="sr-only">{caption}</caption>
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
                <MovementDate movement={movement} />
              </Cell>
              <Cell>
                <MovementDescription movement={movement} currency={currency} />
              </Cell>
              <Cell>
                <DocumentLink movement={movement} />
              </Cell>
              <Cell end>
                <MovementAmount movement={movement} currency={currency} />
              </Cell>
              <Cell end className="text-muted">
                <Money amount={movement.balance} currency={currency} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </table>
      <ul aria-label={caption} className="md:hidden print:hidden">
        {keyed.map(({ movement, key }) => (
          <li
            key={key}
            className="flex items-start justify-between gap-4 border-b border-border px-4 py-3 last:border-0"
          >
            <span className="min-w-0">
              <span className="block text-sm text-muted">
                <MovementDate movement={movement} />
              </span>
              <MovementDescription movement={movement} currency={currency} />
              <span className="block">
                <DocumentLink movement={movement} />
              </span>
            </span>
            <span className="shrink-0 text-end">
              <span className="block">
                <MovementAmount movement={movement} currency={currency} />
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

function MovementDate({ movement: { date } }: { movement: Movement }) {
  return date === null ? t('statement.noDate') : <DateText date={date} />
}

/** The kind of a movement, and how it was paid or when it is due. */
function MovementDescription({ movement, currency }: { movement: Movement; currency: string }) {
  const { kind, method, reference, dueDate, disputed } = movement
  const isBill = kind === 'invoice' || kind === 'prepayment'
  const details = isBill
    ? dueDate && t('statement.due', { date: formatDate(dueDate) })
    : [method, reference].filter((text) => text !== null).join(' · ')
  return (
    <span className="block">
      {t(movementTextKey(movement))}
      {details && (
        <span className="block text-sm text-muted">
          <bdi>{details}</bdi>
        </span>
      )}
      {movement.setOff.length > 0 && <SetOff movement={movement} currency={currency} />}
      {disputed && <span className="block text-sm text-warn">{t('due.disputed')}</span>}
    </span>
  )
}

const shownInvoices = 3

/** The invoices against which a credit note is set, each with its part where there are several. */
function SetOff({ movement: { number, setOff }, currency }: { movement: Movement; currency: string }) {
  const left = setOff.length - shownInvoices
  return (
    <span className="block text-sm text-muted">
      {t('statement.setOff')}{' '}
      {setOff.slice(0, shownInvoices).map((invoice, index) => (
        <span key={invoice.number}>
          {index > 0 && ' · '}
          <Link {...documentPath('invoices', invoice.number)} className={quietLink}>
            <Reference>{invoice.number}</Reference>
          </Link>
          {setOff.length > 1 && (
            <>
              {' '}
              <Money amount={invoice.amount} currency={currency} />
            </>
          )}
        </span>
      ))}
      {left > 0 && (
        <>
          {' '}
          <Link {...documentPath('invoices', number)} className={quietLink}>
            {t('statement.setOff.more', { count: left })}
          </Link>
        </>
      )}
    </span>
  )
}

function DocumentLink({ movement: { number, customerReference } }: { movement: Movement }) {
  return (
    <>
      <Link {...documentPath('invoices', number)} className={quietLink}>
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

function MovementAmount({ movement: { amount }, currency }: { movement: Movement; currency: string }) {
  return (
    <span className={amount.startsWith('-') ? 'text-good' : ''}>
      <Money amount={amount} currency={currency} />
    </span>
  )
}
