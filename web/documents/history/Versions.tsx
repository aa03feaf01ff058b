import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocumentVersion } from '#contract/documents/activity.ts'
import type { DocumentDetail } from '#contract/documents/endpoints.ts'
import { documentPath } from '#web/paths.ts'
import { Link } from '#web/routing/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { formatDate } from '#web/ui/format.ts'
import { dayOf } from '#web/ui/format-details.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { t } from '#web/ui/text.ts'
import { comparisonQuery, versionsQuery } from '../queries.ts'
import { ComparisonTable } from './ComparisonTable.tsx'

/** The revisions of a quote, and the differences between any two of them; nothing while there is only one. */
export function Versions({ detail }: { detail: DocumentDetail }): ReactNode {
  const { type, number } = detail
  const { data } = useQuery(versionsQuery(type, number))
  const versions = data?.versions ?? []
  if (versions.length < 2) return null
  return <VersionComparison detail={detail} versions={versions} />
}

function VersionComparison({ detail, versions }: { detail: DocumentDetail; versions: readonly DocumentVersion[] }) {
  const ownIndex = versions.findIndex((version) => version.current && version.number === detail.number)
  // The current version is compared with the one before it; the very first version with the one after it.
  const [later, earlier] = ownIndex + 1 < versions.length ? [ownIndex, ownIndex + 1] : [ownIndex - 1, ownIndex]
  const [from, setFrom] = useState(versions[earlier]?.key ?? '')
  const [to, setTo] = useState(versions[later]?.key ?? '')
  const sameNumber = versions.every((version) => version.number === detail.number)
  const choices = versions.map((version) => ({ value: version.key, label: versionName(version, sameNumber) }))
  const otherNumbers = [...new Set(versions.map((version) => version.number))].filter(
    (number) => number !== detail.number,
  )
  return (
    <Card title={t('versions.title')}>
      {otherNumbers.length > 0 && (
        <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
          {otherNumbers.map((number) => (
            <Link
              key={number}
              {...documentPath(detail.type, number)}
              className="font-medium underline decoration-border underline-offset-4 hover:decoration-current"
            >
              <bdi>{number}</bdi>
            </Link>
          ))}
        </p>
      )}
      <div className="no-print mb-5 grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('versions.from')}
          choices={choices}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <SelectField
          label={t('versions.to')}
          choices={choices}
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <Difference detail={detail} from={from} to={to} />
    </Card>
  )
}

function Difference({ detail, from, to }: { detail: DocumentDetail; from: string; to: string }) {
  const query = useQuery(comparisonQuery(detail.type, detail.number, from, to))
  if (query.isError) return <ErrorState text={t('versions.failed')} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="block! h-24 w-full" />
  return <ComparisonTable comparison={query.data} />
}

function versionName({ number, revision, since, current }: DocumentVersion, sameNumber: boolean): string {
  const day = since ? formatDate(dayOf(since)) : null
  const name = revision ? t('versions.one', { revision }) : t('versions.unnamed', { when: day ?? '–' })
  return [name, sameNumber ? null : number, revision ? day : null, current ? t('versions.current') : null]
    .filter(Boolean)
    .join(' · ')
}
