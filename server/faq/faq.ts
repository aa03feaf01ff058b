import type { Pool } from 'pg'
import { notFound } from '#contract/errors.ts'
import type { FaqCategory } from '#contract/faq.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#database/transaction.ts'
import { readCategories, type SavedFaq } from './categories.ts'
import { countRatings, selectRatings, setRating } from './queries.ts'

/** `folder` is the operator's, with a subfolder for each language; `saved` is what the console has saved. */
export type FaqDeps = { db: Pool; clock: () => Date; folder: string | undefined; saved: SavedFaq }

/** The questions in a language, each with this person's rating of its answer. */
export async function readFaq(
  { db, folder, saved }: FaqDeps,
  userId: string,
  language: Language,
): Promise<FaqCategory[]> {
  const [categories, ratings] = await Promise.all([readCategories(language, folder, saved), selectRatings(db, userId)])
  return categories.map((category) => ({
    ...category,
    questions: category.questions.map((question) => ({ ...question, helpful: ratings.get(question.id) ?? null })),
  }))
}

/** Records a person's rating of an answer. Throws not_found when the question does not exist in their language. */
export async function saveRating(
  { db, clock, folder, saved }: FaqDeps,
  input: { userId: string; language: Language; id: string; helpful: boolean | null },
): Promise<void> {
  const { userId, language, id: question, helpful } = input
  const categories = await readCategories(language, folder, saved)
  if (!categories.some(({ questions }) => questions.some(({ id }) => id === question))) throw notFound()
  await setRating(db, { userId, question, helpful, now: clock() })
}

/** Each question in English or else in the operator's language, with how often its answer helped. */
export async function listRatedQuestions(
  db: Db,
  folder: string | undefined,
): Promise<{ id: string; question: string; helped: number; failed: number }[]> {
  const [categories, ratings] = await Promise.all([readCategories('en', folder), countRatings(db)])
  const countsByQuestion = new Map(ratings.map((rating) => [rating.question, rating]))
  const questions = categories.flatMap(({ questions }) => questions)
  const currentIds = new Set(questions.map(({ id }) => id))
  return [
    ...questions.map(({ id, question }) => ({ id, question, ...countsOrZero(countsByQuestion.get(id)) })),
    ...ratings
      .filter(({ question }) => !currentIds.has(question))
      .map((rating) => ({ id: rating.question, ...rating, question: '' })),
  ]
}

const countsOrZero = (rating: { helped: number; failed: number } | undefined) => ({
  helped: rating?.helped ?? 0,
  failed: rating?.failed ?? 0,
})
