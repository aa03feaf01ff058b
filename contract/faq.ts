import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'
import { DocumentTypeSchema, OptionalText } from './values.ts'

/** A stretch of text that looks the same throughout. A link leads to https, http, mailto, tel or a path of the portal. */
const TextRun = Type.Object({
  text: Type.String(),
  strong: Type.Boolean(),
  emphasis: Type.Boolean(),
  code: Type.Boolean(),
  href: OptionalText,
})
export type TextRun = Static<typeof TextRun>

/** A piece of a Markdown text as data: nothing of it can ever be taken for markup by a browser. */
const TextBlock = Type.Object({
  kind: Type.Enum(['paragraph', 'heading', 'item', 'code']),
  /** How deep an item stands in its list, from 0. */
  level: Type.Integer(),
  /** Whether an item belongs to a numbered list. */
  ordered: Type.Boolean(),
  runs: Type.Array(TextRun),
})
export type TextBlock = Static<typeof TextBlock>

const QuestionId = Type.String({ pattern: '^[a-z0-9-]{1,80}\\.[\\p{L}\\p{N}-]{1,120}$' })

export const FaqQuestion = Type.Object({
  id: Type.String(),
  question: Type.String(),
  answer: Type.Array(TextBlock),
  /** What the viewer has said of it; null for nothing. */
  helpful: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
})
export type FaqQuestion = Static<typeof FaqQuestion>

export const FaqCategory = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** In which language it is written: another than the reader's where the operator wrote it in that one alone. */
  language: Type.Enum([...languages]),
  questions: Type.Array(FaqQuestion),
})
export type FaqCategory = Static<typeof FaqCategory>

export const showFaq = endpoint('showFaq', 'GET', '/faq', {
  access: 'viewer',
  summary: 'Questions and answers by category, in the language of Accept-Language, with what the viewer said of them.',
  reply: Type.Object({
    categories: Type.Array(FaqCategory),
    /** Whether somebody at the supplier's can be written to. */
    contact: Type.Boolean(),
  }),
})

export const rateAnswer = endpoint('rateAnswer', 'PUT', '/faq/:id', {
  access: 'viewer',
  summary: 'Notes whether an answer helped; null takes back what was said.',
  params: Type.Object({ id: QuestionId }),
  body: Type.Object(
    { helpful: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }) },
    { additionalProperties: false },
  ),
  reply: Type.Object({}),
})

/** The most characters of a message to the supplier. */
export const maxMessageLength = 4000

export const writeToSupport = endpoint('writeToSupport', 'POST', '/faq/contact', {
  access: 'viewer',
  summary: 'Mails the supplier’s support address, with the viewer to reply to and a link to the document in question.',
  body: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: maxMessageLength }),
      document: Type.Optional(
        Type.Object(
          { type: DocumentTypeSchema, number: Type.String({ minLength: 1, maxLength: 200 }) },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ message: Type.String() }),
})
