import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listFileSources, showFileSource } from '#contract/console/file-sources.ts'
import { type ImportWay, showImportWay } from '#contract/console/import-ways.ts'
import {
  guessImport,
  listImportProfiles,
  listImportRuns,
  previewImport,
  showImportProfile,
  showImportRun,
} from '#contract/console/imports.ts'
import type { GuessChoices } from '#contract/imports/guess.ts'
import { call } from '../call.ts'

/** Milliseconds after which lists are asked for again, and a run that is under way. */
const refreshInterval = 15_000
const runInterval = 1_000

export const profilesQuery = queryOptions({
  queryKey: ['imports', 'profiles'],
  queryFn: ({ signal }) => call(listImportProfiles, { signal }),
  refetchInterval: refreshInterval,
})

export const profileQuery = (name: string) =>
  queryOptions({
    queryKey: ['imports', 'profile', name],
    queryFn: ({ signal }) => call(showImportProfile, { params: { name }, signal }),
    enabled: name !== '',
  })

export const runsQuery = (profile: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['imports', 'runs', profile],
    queryFn: ({ pageParam, signal }) =>
      call(listImportRuns, {
        query: { ...(profile ? { profile } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshInterval,
  })

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'run', id],
    queryFn: ({ signal }) => call(showImportRun, { params: { id }, signal }),
    enabled: id !== '',
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.run) ? runInterval : false),
  })

export const sourcesQuery = queryOptions({
  queryKey: ['imports', 'sources'],
  queryFn: ({ signal }) => call(listFileSources, { signal }),
  refetchInterval: refreshInterval,
})

/** How often a source is asked for whose page is open: it may be looked at just now. */
const sourceInterval = 3_000

export const sourceQuery = (name: string) =>
  queryOptions({
    queryKey: ['imports', 'source', name],
    queryFn: ({ signal }) => call(showFileSource, { params: { name }, signal }),
    enabled: name !== '',
    refetchInterval: sourceInterval,
  })

export const wayQuery = (way: ImportWay['way'], profile: string) =>
  queryOptions({
    queryKey: ['imports', 'way', way, profile],
    queryFn: ({ signal }) => call(showImportWay, { params: { way, profile }, signal }),
    enabled: profile !== '',
    refetchInterval: sourceInterval,
  })

/** Whether a run is being read. */
export function isUnderWay(run: { finishedAt: string | null; isBroken: boolean } | undefined): boolean {
  return run !== undefined && run.finishedAt === null && !run.isBroken
}

/** What files are taken for; nothing of it changes while its choices are the same. */
export const guessQuery = (uploads: readonly string[], choices: GuessChoices) =>
  queryOptions({
    queryKey: ['imports', 'guess', uploads, choices],
    queryFn: ({ signal }) => call(guessImport, { body: { uploads: [...uploads], choices }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // What was shown stays until its successor is there.
    placeholderData: (before) => before,
  })

export const previewQuery = (uploads: readonly string[], profile: unknown) =>
  queryOptions({
    queryKey: ['imports', 'preview', uploads, profile],
    queryFn: ({ signal }) => call(previewImport, { body: { uploads: [...uploads], profile }, signal }),
    enabled: profile !== undefined,
    staleTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  })
