import type { Pool } from 'pg'
import { notFound } from '../../contract/errors.ts'
import type { FaqCategory } from '../../contract/faq.ts'
import type { Language } from '../../contract/languages.ts'
import { categoriesIn } from './pages.ts'
import { countRatings, type Db, ratingsOf, setRating } from './queries.ts'

/** `folder` is the operator's, with a folder for each language in it. */
export type FaqDeps = { db: Pool; clock: () => Date; folder: string | undefined }

/** The questions in a language, each with what this person said of its answer. */
export async function faqFor({ db, folder }: FaqDeps, userId: string, language: Language): Promise<FaqCategory[]> {
  const [categories, ratings] = await Promise.all([categoriesIn(language, folder), ratingsOf(db, userId)])
  return categories.map((category) => ({
    ...category,
    questions: category.questions.map((one) => ({ ...one, helpful: ratings.get(one.id) ?? null })),
  }))
}

/** Notes what a person says of an answer. Raises not_found when there is no such question in their language. */
export async function rate(
  { db, clock, folder }: FaqDeps,
  given: { userId: string; language: Language; id: string; helpful: boolean | null },
): Promise<void> {
  const { userId, language, id: question, helpful } = given
  const categories = await categoriesIn(language, folder)
  if (!categories.some(({ questions }) => questions.some(({ id }) => id === question))) throw notFound()
  await setRating(db, { userId, question, helpful, now: clock() })
}

/** Each question as it stands in English or, failing that, in the operator's language, with how often its answer helped. */
export async function ratedQuestions(
  db: Db,
  folder: string | undefined,
): Promise<{ id: string; question: string; helped: number; failed: number }[]> {
  const [categories, rated] = await Promise.all([categoriesIn('en', folder), countRatings(db)])
  const counted = new Map(rated.map((one) => [one.question, one]))
  const questions = categories.flatMap(({ questions }) => questions)
  const known = new Set(questions.map(({ id }) => id))
  return [
    ...questions.map(({ id, question }) => ({ id, question, ...of(counted.get(id)) })),
    ...rated.filter(({ question }) => !known.has(question)).map((one) => ({ id: one.question, ...one, question: '' })),
  ]
}

const of = (one: { helped: number; failed: number } | undefined) => ({
  helped: one?.helped ?? 0,
  failed: one?.failed ?? 0,
})
