import { useInfiniteQuery } from '@tanstack/react-query'
import { Building2, MailPlus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type CustomerEntry, type CustomerFlag, exportCustomers } from '#contract/console/customers.ts'
import { pathWithQuery } from '#contract/endpoint.ts'
import { absentStateOf } from '#web/api/query-state.ts'
import { useNavigate, useSearch } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { AbsentState } from '#web/ui/states/AbsentState.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { Cell, HeadCell, Row } from '#web/ui/Table.tsx'
import { t } from '#web/ui/text.ts'
import { DateCell, Money, Reference, Unknown } from '#web/ui/Values.tsx'
import { useMay } from '../access/queries.ts'
import { CsvLink } from '../CsvLink.tsx'
import { useShortcuts } from '../inbox/shortcuts.ts'
import { CustomerFilters } from './CustomerFilters.tsx'
import type { CustomersSearch } from './customers-search.ts'
import { NewCustomerDrawer } from './NewCustomerDrawer.tsx'
import { customersQuery, customersQueryOf } from './queries.ts'

/** All customers of the supplier, or those of a salesperson: who is there, who needs somebody. */
export function CustomersPage(): ReactNode {
  const search = useSearch('/customers')
  const reads = useMay('customers.read')
  if (!reads) return <EmptyState icon={Building2} title={t('console.nothing')} text={t('console.nothing.text')} />
  return (
    <div className="mx-auto w-full max-w-[1400px] p-4 md:p-6">
      <PageHeader title={t('customers.title')}>
        <Actions search={search} />
      </PageHeader>
      <CustomerFilters search={search} />
      <List search={search} />
    </div>
  )
}

function Actions({ search }: { search: CustomersSearch }) {
  const [isOpen, setOpen] = useState(false)
  const writes = useMay('customers.write')
  const invites = useMay('people.write')
  return (
    <>
      <CsvLink size="medium" path={pathWithQuery(exportCustomers, {}, customersQueryOf(search))} />
      {invites && (
        <Link to="/invitations" className={buttonClass()}>
          <MailPlus aria-hidden size={16} className="text-muted" />
          {t('customers.inviteMany')}
        </Link>
      )}
      {writes && (
        <Button variant="primary" onClick={() => setOpen(true)}>
          {t('customers.new')}
        </Button>
      )}
      {isOpen && <NewCustomerDrawer onClose={() => setOpen(false)} />}
    </>
  )
}

function List({ search }: { search: CustomersSearch }) {
  const query = useInfiniteQuery(customersQuery(search))
  const navigate = useNavigate()
  const list = useRef<HTMLTableSectionElement>(null)
  const customers = query.data?.pages.flatMap((page) => page.customers) ?? []
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-customer]') ?? [])]
    const index = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1
    links[index < 0 ? (by > 0 ? 0 : links.length - 1) : index + by]?.focus()
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) })
  const absence = absentStateOf(query)
  if (absence) return <AbsentState absent={absence} skeleton={<Skeleton className="h-80 w-full" />} />
  if (customers.length === 0) {
    const isNarrowed = search.text || search.flag || search.mine
    if (!isNarrowed) return <EmptyState icon={Building2} title={t('customers.none')} text={t('customers.none.text')} />
    return (
      <EmptyState icon={Building2} title={t('customers.noneFit')}>
        <Button onClick={() => void navigate({ to: '/customers', search: {} })}>{t('customers.showAll')}</Button>
      </EmptyState>
    )
  }
  return (
    <>
      <div className="overflow-clip rounded-card border border-border bg-raised">
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{t('customers.title')}</caption>
          <thead>
            <tr>
              <HeadCell>{t('customers.customer')}</HeadCell>
              <HeadCell className="max-sm:hidden">{t('customers.number')}</HeadCell>
              <HeadCell className="max-sm:hidden">{t('customers.people')}</HeadCell>
              <HeadCell className="max-md:hidden">{t('customers.signedIn')}</HeadCell>
              <HeadCell className="max-lg:hidden">{t('customers.changed')}</HeadCell>
              <HeadCell end className="max-lg:hidden">
                {t('customers.requests')}
              </HeadCell>
              <HeadCell end className="max-md:hidden">
                {t('customers.balance')}
              </HeadCell>
              <HeadCell className="max-sm:hidden">{t('customers.flags')}</HeadCell>
            </tr>
          </thead>
          <tbody ref={list}>
            {customers.map((customer) => (
              <Entry key={customer.id} customer={customer} />
            ))}
          </tbody>
        </table>
      </div>
      {query.hasNextPage && (
        <div className="p-4 text-center">
          <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('customers.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function Entry({ customer }: { customer: CustomerEntry }) {
  const { id, number, name, members, invited, signedInAt, changedAt, openRequests, balances, flags } = customer
  return (
    <Row>
      <Cell className="max-w-96 max-sm:max-w-[calc(100vw-4rem)] max-sm:py-1.5">
        <Link
          to="/customers/$id"
          params={{ id }}
          data-customer
          className="block truncate font-medium after:absolute after:inset-0 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-sm text-muted sm:hidden">
          <Reference>{number}</Reference> · {t('customers.people')}: {peopleText(members, invited)}
        </span>
        <span className="block pt-1 empty:hidden sm:hidden">{flags.length > 0 && <CustomerFlags flags={flags} />}</span>
      </Cell>
      <Cell className="text-muted max-sm:hidden">
        <Reference>{number}</Reference>
      </Cell>
      <Cell className="whitespace-nowrap max-sm:hidden">{peopleText(members, invited)}</Cell>
      <Cell className="max-md:hidden">
        <DateCell date={signedInAt} />
      </Cell>
      <Cell className="max-lg:hidden">
        <DateCell date={changedAt} />
      </Cell>
      <Cell end className="tabular max-lg:hidden">
        {openRequests === 0 ? <Unknown /> : openRequests}
      </Cell>
      <Cell end className="max-md:hidden">
        {balances.length === 0 ? (
          <Unknown />
        ) : (
          balances.map(({ currency, amount }) => (
            <span key={currency} className="block">
              <Money amount={amount} currency={currency} />
            </span>
          ))
        )}
      </Cell>
      <Cell className="max-sm:hidden">
        <CustomerFlags flags={flags} />
      </Cell>
    </Row>
  )
}

const peopleText = (members: number, invited: number) =>
  invited === 0 ? t('customers.members', { members }) : t('customers.membersInvited', { members, invited })

/** What somebody may be needed for. */
export function CustomerFlags({ flags }: { flags: readonly CustomerFlag[] }): ReactNode {
  return (
    <span className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <StatusChip key={flag} tone={flag === 'shutOut' ? 'bad' : 'warn'}>
          {t(`customers.flag.${flag}`)}
        </StatusChip>
      ))}
    </span>
  )
}
