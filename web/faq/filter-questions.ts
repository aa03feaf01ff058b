import type { FaqCategory, FaqQuestion } from '#contract/faq.ts'

/** A text for comparison: without case, accents and Arabic vowel marks. */
function normalise(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function containsWords({ question, answer }: FaqQuestion, words: readonly string[]): boolean {
  const text = normalise([question, ...answer.flatMap(({ runs }) => runs.map((run) => run.text))].join(' '))
  return words.every((word) => text.includes(word))
}

/**
 * The questions that contain all words of a text, in the question or its answer; categories without any are left out.
 */
export function filterQuestions(categories: readonly FaqCategory[], text: string): FaqCategory[] {
  const words = normalise(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  return categories
    .map((category) => ({
      ...category,
      questions: category.questions.filter((question) => containsWords(question, words)),
    }))
    .filter(({ questions }) => questions.length > 0)
}
