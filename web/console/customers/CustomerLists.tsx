import type { ReactNode } from 'react'
import type { Customer } from '#contract/console/customers.ts'
import { Link } from '#web/routing/Link.tsx'
import { AddressText, addressLines } from '#web/ui/AddressText.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { t } from '#web/ui/text.ts'
import { Money, Reference } from '#web/ui/Values.tsx'
import { StateChip } from '../inbox/StateChip.tsx'

const rowClass =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border px-4 py-2.5 last:border-0 sm:px-5'

/** The requests that wait for the supplier. */
export function CustomerRequests({ customer: { requests } }: { customer: Customer }): ReactNode {
  if (requests.length === 0) return null
  return (
    <Card title={t('customers.openRequests')} padded={false}>
      <ul>
        {requests.map(({ id, kind, number, madeBy, madeAt, state }) => (
          <li key={id} className={rowClass}>
            <Link
              to="/requests/$id"
              params={{ id }}
              search={{}}
              className="min-w-0 underline decoration-border underline-offset-4 hover:decoration-current"
            >
              {t(`requests.did.${kind}`, { who: madeBy })}
              {number !== null && (
                <>
                  {' · '}
                  <bdi>{number}</bdi>
                </>
              )}
            </Link>
            <span className="flex items-center gap-3 text-sm text-muted">
              <DateText date={madeAt} relative />
              <StateChip state={state} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The documents that changed last. */
export function CustomerDocuments({ customer: { documents } }: { customer: Customer }): ReactNode {
  return (
    <Card title={t('customers.documents')} padded={documents.length === 0}>
      {documents.length === 0 ? (
        <p className="text-muted">{t('customers.documents.none')}</p>
      ) : (
        <ul>
          {documents.map(({ type, number, changedAt }) => (
            <li key={`${type} ${number}`} className={rowClass}>
              <span>
                {t(`customers.type.${type}`)} <Reference>{number}</Reference>
              </span>
              <span className="text-sm text-muted">
                <DateText date={changedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What is owed, and how much may be. */
export function CustomerMoney({ customer: { balances, creditLimits } }: { customer: Customer }): ReactNode {
  return (
    <Card title={t('customers.balance')}>
      {balances.length === 0 && <p className="text-muted">{t('customers.balance.none')}</p>}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {balances.map(({ currency, amount }) => (
          <Pair key={currency} label={t('customers.balance.owed')} amount={amount} currency={currency} />
        ))}
        {creditLimits.map(({ currency, amount }) => (
          <Pair key={`limit ${currency}`} label={t('customers.creditLimit')} amount={amount} currency={currency} />
        ))}
      </dl>
    </Card>
  )
}

function Pair({ label, amount, currency }: { label: string; amount: string; currency: string }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="text-end">
        <Money amount={amount} currency={currency} />
      </dd>
    </>
  )
}

/** Where goods and invoices go, as the supplier has stated it. */
export function CustomerAddresses({ customer: { addresses } }: { customer: Customer }): ReactNode {
  if (addresses.length === 0) return null
  return (
    <Card title={t('customers.addresses')}>
      <ul className="flex flex-col gap-3">
        {addresses.map(({ use, code, party }) => (
          <li key={[use, code, ...addressLines(party)].join('\n')}>
            <p className="text-sm text-muted">
              {t(`customers.address.${use}`)}
              {code !== null && (
                <>
                  {' · '}
                  <bdi>{code}</bdi>
                </>
              )}
            </p>
            <AddressText lines={addressLines(party)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
