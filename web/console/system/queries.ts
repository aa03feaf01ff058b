import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  listBackups,
  listJobsAside,
  listRuns,
  listUnsentMails,
  type SystemRun,
  showSystem,
} from '#contract/console/system.ts'
import { call } from '../call.ts'

/** Milliseconds after which what is shown is asked for again: while long work is under way, and otherwise. */
const [whileBusy, otherwise] = [1_000, 15_000]

export const systemQuery = queryOptions({
  queryKey: ['system', 'facts'],
  queryFn: ({ signal }) => call(showSystem, { signal }),
})

export const isUnderWay = ({ finishedAt }: SystemRun): boolean => finishedAt === null

export const runsQuery = queryOptions({
  queryKey: ['system', 'runs'],
  queryFn: ({ signal }) => call(listRuns, { signal }),
  refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) ? whileBusy : otherwise),
})

export const jobsQuery = queryOptions({
  queryKey: ['system', 'jobs'],
  queryFn: ({ signal }) => call(listJobsAside, { signal }),
  refetchInterval: otherwise,
})

export const mailsQuery = queryOptions({
  queryKey: ['system', 'mails'],
  queryFn: ({ signal }) => call(listUnsentMails, { signal }),
  refetchInterval: otherwise,
})

/** The backups, read anew when another has been made. */
export const backupsQuery = (lastMade: string | null) =>
  queryOptions({
    queryKey: ['system', 'backups', lastMade],
    queryFn: ({ signal }) => call(listBackups, { signal }),
  })

/** Something done to the system, after which what is shown of it is asked for again. */
export function useSystemChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: ['system'] }),
  })
}
