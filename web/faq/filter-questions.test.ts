import { describe, expect, test } from 'vitest'
import type { FaqCategory } from '#contract/faq.ts'
import { filterQuestions } from './filter-questions.ts'

const question = (id: string, text: string, answer: string) => ({
  id,
  question: text,
  helpful: null,
  answer: [
    {
      kind: 'paragraph' as const,
      level: 0,
      ordered: false,
      runs: [{ text: answer, strong: false, emphasis: false, code: false, href: null }],
    },
  ],
})
const categories: FaqCategory[] = [
  {
    id: 'a',
    title: 'A',
    language: 'fr',
    questions: [question('a.1', 'Où est ma marchandise ?', 'Ouvrez l’expédition.'), question('a.2', 'Prix', 'Non.')],
  },
  { id: 'b', title: 'B', language: 'ar', questions: [question('b.1', 'كيف أُغيّر اللغة؟', 'من الملف الشخصي.')] },
]
const foundIds = (text: string) =>
  filterQuestions(categories, text).flatMap(({ questions }) => questions.map(({ id }) => id))

describe('The questions are found', () => {
  test.each([
    ['', ['a.1', 'a.2', 'b.1']],
    ['EXPEDITION marchandise', ['a.1']],
    ['expedition prix', []],
    ['اغير', ['b.1']],
    ['prix', ['a.2']],
  ])('by "%s"', (text, ids) => expect(foundIds(text)).toEqual(ids))
})
