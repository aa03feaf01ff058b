import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'
import { OptionalText } from './values/nullable.ts'
import { DocumentTypeSchema } from './values.ts'

/** A run of text in one style. Its link may use https, http, mailto or tel, or be a path of the portal. */
const TextRun = Type.Object({
  text: Type.String(),
  strong: Type.Boolean(),
  emphasis: Type.Boolean(),
  code: Type.Boolean(),
  href: OptionalText,
})
export type TextRun = Static<typeof TextRun>

/** A block of a Markdown text as data, so that a browser never reads any of it as markup. */
export const TextBlock = Type.Object({
  kind: Type.Enum(['paragraph', 'heading', 'item', 'code']),
  /** How deep the item is nested in its list, from 0. */
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
  /** The viewer's rating; null when there is none. */
  helpful: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
})
export type FaqQuestion = Static<typeof FaqQuestion>

export const FaqCategory = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /**
   * The language of the texts; it differs from the reader's language where the operator has not written them in that
   * one.
   */
  language: Type.Enum([...languages]),
  questions: Type.Array(FaqQuestion),
})
export type FaqCategory = Static<typeof FaqCategory>

export const showFaq = endpoint('showFaq', 'GET', '/faq', {
  access: 'viewer',
  summary: 'Questions and answers by category, in the language of Accept-Language, with what the viewer said of them.',
  reply: Type.Object({
    categories: Type.Array(FaqCategory),
    /** Whether the supplier has a support address to write to. */
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

/** The most characters in a message to the supplier. */
export const maxMessageLength = 4000

export const writeToSupport = endpoint('writeToSupport', 'POST', '/faq/contact', {
  access: 'viewer',
  summary: 'Mails the supplier’s support address, with the viewer to reply to and a link to the document in question.',
  body: Type.Object(
    {
      key: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Of the sender’s choice: sent again with the same key, it is one message.',
        }),
      ),
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
