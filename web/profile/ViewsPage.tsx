import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readListSearch } from '#contract/documents/list-search.ts'
import { parseSearch } from '#contract/search-parameters.ts'
import { documentTypes } from '#contract/values.ts'
import { deleteView, listViews, type SavedView } from '#contract/views.ts'
import { call } from '../api/call.ts'
import { absentStateOf, isLoading } from '../api/query-state.ts'
import { profileQuery } from '../api/viewer.ts'
import { listPath } from '../paths.ts'
import { Link } from '../routing/Link.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { AbsentState } from '../ui/states/AbsentState.tsx'
import { LoadingNote, Skeleton } from '../ui/states/Skeleton.tsx'
import { label, t } from '../ui/text.ts'
import { Entries, EntriesLead, EntriesSkeleton, Entry, NoEntries } from './Entries.tsx'

/** Below `views` there are the views of each list too: one invalidation reaches both. */
const allViewsQuery = queryOptions({
  queryKey: ['views', 'all'],
  queryFn: async ({ signal }) => (await call(listViews, { query: {}, signal })).views,
})

/** The views that a person has saved and those that their account shares, by document type. */
export function ViewsPage(): ReactNode {
  const views = useQuery(allViewsQuery)
  const profile = useQuery(profileQuery)
  const absentState = absentStateOf(views)
  const types = documentTypes.filter((type) => views.data?.some((view) => view.type === type))
  // The text names the account, so its number of lines is known only with the name.
  if (isLoading(views) || isLoading(profile)) return <ViewsSkeleton />
  return (
    <div className="max-w-3xl space-y-6">
      <Card title={t('profile.tab.views')} padded={false}>
        <EntriesLead>{t('ownViews.text', { account: profile.data?.account.name ?? '' })}</EntriesLead>
        {absentState && <AbsentState absent={absentState} skeleton={<EntriesSkeleton rows={3} />} />}
        {views.data?.length === 0 && <NoEntries>{t('ownViews.none')}</NoEntries>}
        {types.map((type) => (
          <section key={type} aria-label={label(`type.${type}`)}>
            <h3 className="border-t border-border bg-sunken px-4 py-1.5 text-sm text-muted sm:px-5">
              {label(`type.${type}`)}
            </h3>
            <Entries>
              {views.data
                ?.filter((view) => view.type === type)
                .map((view) => (
                  <ViewEntry key={view.id} view={view} />
                ))}
            </Entries>
          </section>
        ))}
      </Card>
    </div>
  )
}

function ViewsSkeleton() {
  return (
    <Card title={t('profile.tab.views')} padded={false} className="max-w-3xl">
      <LoadingNote />
      <EntriesLead>
        <Skeleton className="h-4 w-full" />
      </EntriesLead>
      <EntriesSkeleton rows={3} />
    </Card>
  )
}

function ViewEntry({ view }: { view: SavedView }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteView, { params: { id: view.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['views'] }),
  })
  const shared = view.own ? t('ownViews.shared') : t('ownViews.sharedBy', { author: view.author ?? '–' })
  const notes = [view.shared ? shared : '', view.isDefault ? t('ownViews.default') : ''].filter((note) => note !== '')
  return (
    <Entry
      title={
        <Link
          {...listPath(view.type, { ...readListSearch(parseSearch(view.state)), view: view.id })}
          className="underline decoration-border underline-offset-4 hover:decoration-current"
        >
          <bdi>{view.name}</bdi>
        </Link>
      }
      text={notes.join(' · ')}
      action={
        view.changeable && (
          <ConfirmButton
            label={t('ownViews.delete.name', { name: view.name })}
            text={t('ownViews.delete.text')}
            write={remove}
            onConfirm={() => remove.mutate()}
          >
            {t('ownViews.delete')}
          </ConfirmButton>
        )
      }
    />
  )
}
