import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Address, addressUses } from '#contract/company/addresses.ts'
import { absentStateOf } from '../api/query-state.ts'
import { faqPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { AddressText, addressLines } from '../ui/AddressText.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { addressesQuery } from './queries.ts'

/**
 * The delivery and billing addresses of the account. Only the supplier can correct them: the link at the end leads
 * there.
 */
export function AddressesCard(): ReactNode {
  const query = useQuery(addressesQuery)
  const absentState = absentStateOf(query)
  if (absentState || !query.data) {
    return (
      <Card title={t('company.addresses')}>
        {absentState && <AbsentState absent={absentState} skeleton={<AddressesSkeleton />} />}
      </Card>
    )
  }
  const { stated, addresses } = query.data
  return (
    <Card title={t('company.addresses')}>
      <p className="text-muted">
        {addresses.length === 0
          ? t('company.addresses.none')
          : stated
            ? t('company.addresses.stated')
            : t('company.addresses.used')}
      </p>
      {addressUses.map((use) => (
        <Addresses
          key={use}
          title={use === 'shipTo' ? t('company.addresses.shipTo') : t('company.addresses.billTo')}
          addresses={addresses.filter((address) => address.use === use)}
        />
      ))}
      {addresses.length > 0 && (
        <p className="mt-4">
          <Link {...faqPath()} className="underline">
            {t('company.addresses.wrong')}
          </Link>
        </p>
      )}
    </Card>
  )
}

const initialCount = 6

/** The addresses of one use; the first 6, until the person asks for all. */
function Addresses({ title, addresses }: { title: string; addresses: readonly Address[] }) {
  const [showsAll, setShowsAll] = useState(false)
  if (addresses.length === 0) return null
  const shown = showsAll ? addresses : addresses.slice(0, initialCount)
  return (
    <div className="mt-4">
      <h3 className="mb-2 text-sm text-muted">{title}</h3>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((address) => (
          <Entry key={JSON.stringify(address)} address={address} />
        ))}
      </ul>
      {shown.length < addresses.length && (
        <Button size="small" className="mt-4" onClick={() => setShowsAll(true)}>
          {t('company.addresses.all', { count: addresses.length })}
        </Button>
      )}
    </div>
  )
}

function Entry({ address: { code, party } }: { address: Address }) {
  return (
    <li className="min-w-0">
      <address className="not-italic">
        <AddressText lines={addressLines(party)} />
      </address>
      {code && (
        <p className="text-sm wrap-anywhere text-muted">
          <bdi>{code}</bdi>
        </p>
      )}
    </li>
  )
}

function AddressesSkeleton() {
  return (
    <div className="space-y-5">
      <Skeleton className="h-5 w-72" />
      {addressUses.map((use) => (
        <div key={use} className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton className="h-32" />
        </div>
      ))}
    </div>
  )
}
