import {
  type AnswerTemplate,
  type FilledTemplate,
  fillTemplate,
  type listTemplatesForRequest,
  type TemplatePlaceholder,
} from '#contract/console/answer-templates.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Reply } from '#contract/endpoint.ts'
import { notFound } from '#contract/errors.ts'
import { formatsFor } from '#contract/formats.ts'
import { isLanguage, type Language, languages } from '#contract/languages.ts'
import { isPortalNumber } from '#contract/requests/conversation-rules.ts'
import { newSince } from '../new-since.ts'
import type { InboxDeps } from './inbox.ts'
import { selectInboxRequest } from './queries.ts'
import { selectReader } from './staff-queries.ts'

export type TemplateDeps = Pick<InboxDeps, 'consolePool' | 'db' | 'clock'> & {
  templates: () => readonly AnswerTemplate[]
  /** The language of mails to people who have chosen none. */
  mailLanguage: Language
  /** Today at the supplier's, as YYYY-MM-DD. */
  today: () => string
}

/** The templates for an answer to a request, filled in, in the language of who asked. Throws not_found. */
export async function listTemplates(
  { consolePool, db, clock, templates, mailLanguage, today }: TemplateDeps,
  staff: Staff,
  id: string,
): Promise<Reply<typeof listTemplatesForRequest>> {
  const now = clock()
  const detail = await selectInboxRequest(consolePool, staff, id, { now, newSince: newSince(now) })
  if (!detail) throw notFound()
  const { accountId, accountName, madeById, madeByName, type, number } = detail.request
  const reader = await selectReader(db, accountId, madeById)
  const language = isLanguage(reader?.language) ? reader.language : mailLanguage
  const document = type === 'account' || isPortalNumber(number) ? undefined : number
  const filled = templates().flatMap(({ id: template, title, texts }): FilledTemplate[] => {
    const written = [language, mailLanguage, ...languages].find((one) => texts[one] !== undefined)
    const text = written && texts[written]
    if (!text || !written) return []
    const { date } = formatsFor(written, {})
    let isMissing = false
    const valueFor = (name: TemplatePlaceholder, days: number): string => {
      if (name === 'number') isMissing ||= document === undefined
      const values = {
        ...{ customer: accountName, person: madeByName, number: document ?? '', staff: staff.name },
        today: date(daysLater(today(), days)),
      }
      return values[name]
    }
    const shown = fillTemplate(text, valueFor)
    return isMissing ? [] : [{ id: template, title, text: shown, language: written }]
  })
  return { language, templates: filled }
}

function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
