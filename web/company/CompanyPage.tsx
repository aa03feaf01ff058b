import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { absent } from '../api/view.ts'
import { profileQuery, useMay } from '../api/viewer.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { Invitations } from './Invitations.tsx'
import { InviteCard } from './InviteCard.tsx'
import { MemberRow } from './MemberRow.tsx'
import { membersQuery } from './queries.ts'

/** The people of the account, for those who may manage them; for everybody else there is no such page. */
export function CompanyPage(): ReactNode {
  const allowed = useMay('members.write')
  if (allowed === false) throw notFound({ routeId: '/profile' })
  return <People known={allowed === true} />
}

function People({ known }: { known: boolean }) {
  const { data: profile } = useQuery(profileQuery)
  const people = useQuery({ ...membersQuery, enabled: known })
  const nothing = absent(people)
  return (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[1fr_378px]">
      <Card title={t('company.members', { account: profile?.account.name ?? '' })} padded={false}>
        <p className="px-4 pb-4 text-muted sm:px-5">{t('company.members.text')}</p>
        {nothing && <AbsentState absent={nothing} skeleton={<PeopleSkeleton />} />}
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
