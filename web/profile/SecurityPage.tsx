import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isLoading } from '../api/query-state.ts'
import { portalQuery } from '../api/viewer.ts'
import { Card } from '../ui/Card.tsx'
import { LoadingNote } from '../ui/states/Skeleton.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { EntriesSkeleton } from './Entries.tsx'
import { FactorsCard } from './FactorsCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProofFrame } from './ProofFrame.tsx'
import { devicesQuery, factorsQuery, identitiesQuery, passkeysQuery, sessionsQuery } from './queries.ts'
import { SessionsCard } from './SessionsCard.tsx'
import { SignOnCard } from './SignOnCard.tsx'

/** How a person signs in, and where they are signed in. */
export function SecurityPage(): ReactNode {
  const { data: portal } = useQuery(portalQuery)
  const queries = [
    useQuery(factorsQuery),
    useQuery(passkeysQuery),
    useQuery(sessionsQuery),
    useQuery(devicesQuery),
    useQuery({ ...identitiesQuery, enabled: Boolean(portal?.signOn) }),
  ]
  // All cards appear together: otherwise each would push away those that loaded before it.
  if (queries.some(isLoading)) return <SecuritySkeleton />
  return (
    <ProofFrame>
      <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <PasswordCard />
          <FactorsCard />
          <PasskeysCard />
          <SignOnCard />
        </div>
        <div className="min-w-0 space-y-6">
          <SessionsCard />
          <DevicesCard />
        </div>
      </div>
    </ProofFrame>
  )
}

function SecuritySkeleton() {
  return (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-2">
      <LoadingNote />
      {[3, 2, 1].map((rows) => (
        <Card key={rows} padded={false}>
          <EntriesSkeleton rows={rows} />
        </Card>
      ))}
    </div>
  )
}
