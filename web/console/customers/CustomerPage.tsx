import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Customer } from '#contract/console/customers.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useParams } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { formatDate } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { useMay } from '../access/queries.ts'
import { CustomerIdentifiers } from './CustomerIdentifiers.tsx'
import { CustomerAddresses, CustomerDocuments, CustomerMoney, CustomerRequests } from './CustomerLists.tsx'
import { CustomerNotes } from './CustomerNotes.tsx'
import { CustomerPeople } from './CustomerPeople.tsx'
import { CustomerSettings } from './CustomerSettings.tsx'
import { CustomerStaff } from './CustomerStaff.tsx'
import { CustomerFlags } from './CustomersPage.tsx'
import { ElectronicAddress } from './ElectronicAddress.tsx'
import { Events } from './Events.tsx'
import { MergeCard } from './MergeCard.tsx'
import { customerQuery } from './queries.ts'
import { WrongDocument } from './WrongDocument.tsx'

/** One customer: what waits, its people, and everything that staff may set. */
export function CustomerPage(): ReactNode {
  const { id } = useParams('/customers/$id')
  const reads = useMay('customers.read')
  if (!reads) return <EmptyState icon={Building2} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto w-full max-w-[1400px] p-4 md:p-6">
      <Link
        to="/customers"
        search={{}}
        className="mb-2 inline-flex min-h-10 items-center gap-2 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden size={18} className="directional" />
        {t('customers.title')}
      </Link>
      <Loaded key={id} id={id} />
    </div>
  )
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(customerQuery(id))
  const absence = absentStateOf(query)
  if (absence || !query.data)
    return <AbsentState absent={absence ?? { state: 'loading' }} skeleton={<Skeleton className="h-96 w-full" />} />
  return <Shown customer={query.data} />
}

function Shown({ customer }: { customer: Customer }) {
  const writes = useMay('customers.write')
  const { number, name, flags, createdAt, signedInAt } = customer
  const seen =
    signedInAt === null ? t('customers.neverSignedIn') : t('customers.lastSignedIn', { date: formatDate(signedInAt) })
  return (
    <>
      <PageHeader
        title={name}
        beside={<bdi className="reference">{number}</bdi>}
        lead={`${t('customers.since', { date: formatDate(createdAt) })} · ${seen}`}
      >
        <CustomerFlags flags={flags} />
      </PageHeader>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="flex min-w-0 flex-col gap-5">
          <CustomerRequests customer={customer} />
          <CustomerPeople customer={customer} />
          <CustomerDocuments customer={customer} />
          <WrongDocument customer={customer} />
          <Card title={t('customers.events')}>
            <Events events={customer.events} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <CustomerStaff customer={customer} />
          <CustomerNotes customer={customer} />
          <CustomerMoney customer={customer} />
          <CustomerSettings customer={customer} />
          <CustomerIdentifiers customer={customer} />
          <ElectronicAddress customer={customer} />
          <CustomerAddresses customer={customer} />
          {writes && <MergeCard customer={customer} />}
        </div>
      </div>
    </>
  )
}
