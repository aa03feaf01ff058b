import type { Published } from './published.ts'

/** Within how many hours answers are promised, as staff have said it; null: not at all. */
export function promisedAnswerHours(published: Pick<Published, 'content'>): number | null {
  const content = published.content('promise', 'promise')
  // Only saveAnswerPromise writes it.
  return content === undefined ? null : (JSON.parse(content) as { hours: number }).hours
}
