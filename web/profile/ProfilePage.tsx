import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Profile } from '#contract/profile/endpoints.ts'
import { switchAccountTo } from '../api/account.ts'
import { absentStateOf } from '../api/query-state.ts'
import { useRegionAccounts, visitRegion } from '../api/regions.ts'
import { profileQuery } from '../api/viewer.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { Skeleton } from '../ui/states/Skeleton.tsx'
import { label, t } from '../ui/text.ts'
import { Reference } from '../ui/Values.tsx'
import { LocaleCard } from './LocaleCard.tsx'
import { PictureCard } from './PictureCard.tsx'

/** The person, their accounts, and their language and time zone. */
export function ProfilePage(): ReactNode {
  const profile = useQuery(profileQuery)
  const absentState = absentStateOf(profile)
  return (
    <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[1fr_378px]">
      <div className="min-w-0 space-y-6">
        {absentState ? (
          <Card title={t('profile.you')}>
            <AbsentState absent={absentState} skeleton={<YouSkeleton />} />
          </Card>
        ) : (
          profile.data && (
            <>
              <You profile={profile.data} />
              <Accounts profile={profile.data} />
            </>
          )
        )}
      </div>
      {profile.data && (
        <div className="min-w-0 space-y-6">
          <PictureCard user={profile.data.user} />
          <LocaleCard profile={profile.data} />
        </div>
      )}
    </div>
  )
}

const factsClass = 'grid grid-cols-[minmax(80px,120px)_1fr] gap-x-4 gap-y-3'

function You({ profile }: { profile: Profile }) {
  return (
    <Card title={t('profile.you')}>
      <dl className={factsClass}>
        <dt className="text-muted">{t('profile.name')}</dt>
        <dd>{profile.user.name}</dd>
        <dt className="text-muted">{t('profile.email')}</dt>
        <dd className="break-words">{profile.user.email}</dd>
        <dt className="text-muted">{t('profile.role')}</dt>
        <dd>
          {label(`profile.role.${profile.role}`)}
          <span className="block text-sm text-muted">{label(`profile.role.${profile.role}.text`)}</span>
        </dd>
      </dl>
    </Card>
  )
}

function YouSkeleton() {
  return (
    <div className={factsClass}>
      {['a', 'b', 'c'].map((row) => (
        <span key={row} className="contents">
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-48" />
        </span>
      ))}
    </div>
  )
}

function Accounts({ profile }: { profile: Profile }) {
  const change = useMutation({ mutationFn: switchAccountTo })
  const visit = useMutation({
    mutationFn: ({ region, number }: { region: string; number: string }) => visitRegion(region, number),
  })
  const { accounts: elsewhere, unavailable } = useRegionAccounts()
  return (
    <Card title={t('profile.accounts', { count: profile.accounts.length + elsewhere.length })} padded={false}>
      <p className="px-4 pb-4 text-muted sm:px-5">{t('profile.accounts.text')}</p>
      <ul>
        {profile.accounts.map((account) => (
          <li
            key={account.number}
            className="flex min-h-14 items-center gap-4 border-t border-border px-4 py-2 sm:px-5"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{account.name}</span>
              <span className="block text-sm text-muted">
                <Reference>{account.number}</Reference>
              </span>
            </span>
            {account.current ? (
              <StatusChip tone="good">{t('profile.accounts.current')}</StatusChip>
            ) : (
              <Button
                size="small"
                aria-label={t('profile.accounts.switch', { name: account.name })}
                write={change.variables === account.number ? change : undefined}
                onClick={() => change.mutate(account.number)}
              >
                {t('profile.accounts.switch.short')}
              </Button>
            )}
          </li>
        ))}
        {elsewhere.map(({ region, number, name }) => (
          <li
            key={`${region.name} ${number}`}
            className="flex min-h-14 items-center gap-4 border-t border-border px-4 py-2 sm:px-5"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block text-sm text-muted">
                <Reference>{number}</Reference> · {region.title}
              </span>
            </span>
            <Button
              size="small"
              aria-label={t('profile.accounts.visit', { name, region: region.title })}
              write={visit.variables?.region === region.name && visit.variables.number === number ? visit : undefined}
              onClick={() => visit.mutate({ region: region.name, number })}
            >
              {t('profile.accounts.visit.short')}
            </Button>
          </li>
        ))}
      </ul>
      {unavailable.map(({ name, title }) => (
        <p key={name} className="border-t border-border px-4 py-3 text-muted sm:px-5">
          {t('profile.accounts.unavailable', { region: title })}
        </p>
      ))}
    </Card>
  )
}
