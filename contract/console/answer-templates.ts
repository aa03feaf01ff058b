import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { type Language, languages } from '../languages.ts'
import { maxMessageLength } from '../requests/conversation-rules.ts'
import { ContentVersion } from './content.ts'

/* Texts that staff keep ready for answers to requests, in the languages of their customers. */

const closed = { additionalProperties: false }
const MessageReply = Type.Object({ message: Type.String() })
const params = Type.Object({ id: Type.String({ format: 'uuid' }) })
const permission = 'templates.write'

/** So many templates may be in use. */
export const maxTemplates = 200

/** What stands in a template for the customer's name, the person who asks, their document, who answers, and today. */
export const templatePlaceholders = ['customer', 'person', 'number', 'staff', 'today'] as const
export type TemplatePlaceholder = (typeof templatePlaceholders)[number]
/** For how many days ahead `{today+N}` may name a date. */
const mostDaysAhead = 365

const placeholderPattern = /\{([^{}\n]*)\}/g

/** A placeholder as it is written between braces; undefined for what is none. */
function readPlaceholder(text: string): { name: TemplatePlaceholder; days: number } | undefined {
  const [, word = '', days = '0'] = /^([a-z]+)(?:\+(\d{1,3}))?$/.exec(text.trim()) ?? []
  const name = templatePlaceholders.find((one) => one === word)
  const isWrong = text.includes('+') && (name !== 'today' || Number(days) > mostDaysAhead)
  return name === undefined || isWrong ? undefined : { name, days: Number(days) }
}

/** Puts values in the place of a text's placeholders; what is none stays as it is. */
export function fillTemplate(text: string, valueFor: (name: TemplatePlaceholder, days: number) => string): string {
  return text.replace(placeholderPattern, (written, inside: string) => {
    const placeholder = readPlaceholder(inside)
    return placeholder ? valueFor(placeholder.name, placeholder.days) : written
  })
}

/** The first thing between braces that is no placeholder; undefined: there is none. */
export function wrongPlaceholder(text: string): string | undefined {
  return [...text.matchAll(placeholderPattern)]
    .find(([, inside = '']) => readPlaceholder(inside) === undefined)?.[0]
    .slice(0, 40)
}

const templateText = Type.String({ minLength: 1, maxLength: maxMessageLength })
const TemplateContent = Type.Object(
  {
    /** What staff call it; no customer reads it. */
    title: Type.String({ minLength: 1, maxLength: 80 }),
    texts: Type.Object(
      Object.fromEntries(languages.map((language) => [language, Type.Optional(templateText)])),
      closed,
    ),
  },
  closed,
)
export type TemplateContent = { title: string; texts: Partial<Record<Language, string>> }

export const AnswerTemplate = Type.Object({
  id: Type.String(),
  title: Type.String(),
  texts: Type.Record(Type.String(), Type.String()),
})
export type AnswerTemplate = Static<typeof AnswerTemplate>

export const listAnswerTemplates = endpoint('listAnswerTemplates', 'GET', '/console/content/answerTemplates', {
  access: 'staff',
  permission,
  summary: 'The templates of answers in all their languages, by title.',
  reply: Type.Object({ templates: Type.Array(AnswerTemplate) }),
})
export const listTemplateVersions = endpoint(
  'listTemplateVersions',
  'GET',
  '/console/content/answerTemplates/:id/versions',
  {
    access: 'staff',
    permission,
    summary: 'The last 50 versions of a template of an answer, the newest first; one that was deleted has them too.',
    params,
    reply: Type.Object({ versions: Type.Array(ContentVersion) }),
  },
)
export const addAnswerTemplate = endpoint('addAnswerTemplate', 'POST', '/console/content/answerTemplates', {
  access: 'staff',
  permission,
  summary:
    'Keeps a text for answers. `{customer}`, `{person}`, `{number}`, `{staff}`, `{today}` and `{today+N}` stand for what the request says. Sent again with the same `id`, it is the same text.',
  body: Type.Object({ ...TemplateContent.properties, id: Type.Optional(Type.String({ format: 'uuid' })) }, closed),
  reply: Type.Object({ message: Type.String(), id: Type.String() }),
})
export const changeAnswerTemplate = endpoint('changeAnswerTemplate', 'PUT', '/console/content/answerTemplates/:id', {
  access: 'staff',
  permission,
  summary: 'Changes a template of an answer; its earlier versions stay in its history.',
  params,
  body: TemplateContent,
  reply: MessageReply,
})
export const deleteAnswerTemplate = endpoint('deleteAnswerTemplate', 'DELETE', '/console/content/answerTemplates/:id', {
  access: 'staff',
  permission,
  summary: 'Offers a template no longer; its history stays.',
  params,
  reply: MessageReply,
})

/** A template with the values of one request. */
export const FilledTemplate = Type.Object({
  id: Type.String(),
  title: Type.String(),
  text: Type.String(),
  /** The language of the text, which is another than the customer's where the template has none in theirs. */
  language: Type.Enum([...languages]),
})
export type FilledTemplate = Static<typeof FilledTemplate>

export const listTemplatesForRequest = endpoint(
  'listTemplatesForRequest',
  'GET',
  '/console/requests/:id/answerTemplates',
  {
    access: 'staff',
    permission: 'requests.write',
    summary:
      'The templates for an answer to a request, filled in and in the language of who asked; those that name a document only where there is one.',
    params,
    reply: Type.Object({
      /** The language of who asked; where they and their account have none, that of the portal’s mails. */
      language: Type.Enum([...languages]),
      templates: Type.Array(FilledTemplate),
    }),
  },
)

/** The calls for templates of answers. */
export const answerTemplateEndpoints = [
  listAnswerTemplates,
  listTemplateVersions,
  addAnswerTemplate,
  changeAnswerTemplate,
  deleteAnswerTemplate,
  listTemplatesForRequest,
] as const
