import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { documentTypes } from '../../contract/values.ts'
import { absent } from '../api/view.ts'
import { profileQuery } from '../api/viewer.ts'
import { AbsentState } from '../ui/AbsentState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { t } from '../ui/text.ts'
import { LatestDocuments, LatestSkeleton } from './LatestDocuments.tsx'
import { OpenCount, OpenCountSkeleton } from './OpenCount.tsx'

const counts = 'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border lg:grid-cols-4'
const lists = 'mt-6 grid gap-6 lg:grid-cols-2'

/** What is open, and what is new: each number leads to the list that it counts. */
export function DashboardPage(): ReactNode {
  const profile = useQuery(profileQuery)
  const nothing = absent(profile)
  const types = documentTypes.filter((type) => profile.data?.permissions.includes(`${type}.read`))
  return (
    <>
      <PageHeader
        title={t('dashboard.title')}
        lead={
          profile.data ? (
            t('dashboard.welcome', { account: profile.data.account.name })
          ) : (
            <Skeleton className="h-4 w-56" />
          )
        }
      />
      {nothing ? (
        <AbsentState absent={nothing} skeleton={<DashboardSkeleton />} />
      ) : (
        <>
          <div className={counts}>
            {types.map((type) => (
              <OpenCount key={type} type={type} />
            ))}
          </div>
          <div className={lists}>
            {types.map((type) => (
              <LatestDocuments key={type} type={type} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function DashboardSkeleton() {
  return (
    <>
      <div className={counts}>
        {documentTypes.map((type) => (
          <OpenCountSkeleton key={type} />
        ))}
      </div>
      <div className={lists}>
        {documentTypes.map((type) => (
          <LatestSkeleton key={type} type={type} />
        ))}
      </div>
    </>
  )
}
