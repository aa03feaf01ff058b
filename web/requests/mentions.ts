import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listColleagues } from '#contract/requests/conversation.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import { call } from '../api/call.ts'

type Colleague = { id: string; name: string }

/** The colleagues whom a message about a type can name. */
export const colleaguesQuery = (type: RequestSubject) =>
  queryOptions({
    queryKey: ['requests', 'colleagues', type],
    queryFn: async ({ signal }) => (await call(listColleagues, { query: { type }, signal })).colleagues,
    staleTime: 300_000,
  })

/** The colleagues whom a message names; asks the server only where it may name one. */
export async function mentionedColleagues(cache: QueryClient, type: RequestSubject, text: string): Promise<string[]> {
  return mayMention(text) ? mentionsIn(text, await cache.ensureQueryData(colleaguesQuery(type))) : []
}

/** Whether a text may name somebody: an @ at the beginning of a word. */
export const mayMention = (text: string): boolean => /(^|[\s(])@\S/u.test(text)

/** The colleagues whom a text names as @name; of two names that begin alike, the longer one. */
export function mentionsIn(text: string, colleagues: readonly Colleague[]): string[] {
  const byLength = colleagues.toSorted((one, other) => other.name.length - one.name.length)
  const mentioned: string[] = []
  let rest = text.toLowerCase()
  for (const { id, name } of byLength) {
    const parts = rest.split(`@${name.toLowerCase()}`)
    if (parts.length === 1) continue
    mentioned.push(id)
    rest = parts.join(' ')
  }
  return mentioned
}

/** A text with a name put in at a place, apart from the words beside it, and where the text goes on behind it. */
export function insertMention(text: string, place: { start: number; end: number }, name: string): [string, number] {
  // A menu that was opened by typing @ leaves that sign before the place.
  const before = text.slice(0, place.start).replace(/@$/, '')
  const start = before === '' || /\s$/.test(before) ? before : `${before} `
  const inserted = `${start}@${name} `
  return [inserted + text.slice(place.end).replace(/^\s/, ''), inserted.length]
}
