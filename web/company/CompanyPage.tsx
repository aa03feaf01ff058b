import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { absentStateOf, isLoading } from '../api/query-state.ts'
import { profileQuery, useHasPermission } from '../api/viewer.ts'
import { Card } from '../ui/Card.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { LoadingNote, Skeleton } from '../ui/states/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { AddressesCard } from './AddressesCard.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteCard } from './InviteCard.tsx'
import { MemberRow } from './MemberRow.tsx'
import { addressesQuery, membersQuery } from './queries.ts'
import { Viewings } from './Viewings.tsx'

/** The account's addresses, for all members; and its members, for those who may manage them. */
export function CompanyPage(): ReactNode {
  const canManageMembers = useHasPermission('members.write')
  const addresses = useQuery(addressesQuery)
  const people = useQuery({ ...membersQuery, enabled: canManageMembers === true })
  const profile = useQuery(profileQuery)
  // The members stand below the addresses, whose number is unknown, and below the account's name, which may be long:
  // all appear together.
  if (canManageMembers === null || isLoading(addresses) || isLoading(people) || isLoading(profile))
    return <CompanySkeleton />
  return (
    <div className="max-w-5xl space-y-6">
      <AddressesCard />
      {canManageMembers && <People />}
      {canManageMembers && <Viewings />}
    </div>
  )
}

function CompanySkeleton() {
  return (
    <div className="max-w-5xl space-y-6">
      <LoadingNote />
      <Card>
        <Skeleton className="h-60 w-full" />
      </Card>
      <Card padded={false}>
        <PeopleSkeleton />
      </Card>
    </div>
  )
}

function People() {
  const { data: profile } = useQuery(profileQuery)
  const people = useQuery(membersQuery)
  const absentState = absentStateOf(people)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_378px]">
      <Card title={t('company.members', { account: profile?.account.name ?? '' })} padded={false}>
        <p className="px-4 pb-4 text-muted sm:px-5">{t('company.members.text')}</p>
        {absentState && <AbsentState absent={absentState} skeleton={<PeopleSkeleton />} />}
        <ul>
          {people.data?.members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </ul>
      </Card>
      <div className="min-w-0 space-y-6">
        <InviteCard />
        {people.data && <Invitations invitations={people.data.invitations} />}
      </div>
    </div>
  )
}

function PeopleSkeleton() {
  return (
    <div>
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex h-20 items-center justify-between gap-4 border-t border-border px-4 sm:px-5">
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-9 w-32" />
        </div>
      ))}
    </div>
  )
}
