import { queryOptions } from '@tanstack/react-query'
import { findPeople, showPerson } from '#contract/console/people.ts'
import { listRegistrations } from '#contract/console/registrations.ts'
import { call } from '../call.ts'

/** The people whom a text finds; without one, those who cannot sign in. */
export const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: ['people', 'found', text],
    queryFn: ({ signal }) => call(findPeople, { query: text === '' ? {} : { text }, signal }),
    refetchInterval: 60_000,
    // While a search goes on, what was found before stays in sight; that there is nobody is said of the text alone that found none.
    placeholderData: (before, query) => {
      const isOfOneKind = (query?.queryKey[2] === '') === (text === '')
      return isOfOneKind && before && before.people.length + before.invited.length > 0 ? before : undefined
    },
  })

/** One person. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => call(showPerson, { params: { id }, signal }),
    // Somebody on the telephone tries to sign in meanwhile.
    refetchInterval: 10_000,
  })

/** Who asks to be let in. */
export const registrationsQuery = queryOptions({
  queryKey: ['people', 'registrations'],
  queryFn: ({ signal }) => call(listRegistrations, { signal }),
  refetchInterval: 60_000,
})
