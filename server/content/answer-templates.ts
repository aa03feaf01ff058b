import {
  type AnswerTemplate,
  type listTemplateVersions,
  maxTemplates,
  type TemplateContent,
  wrongPlaceholder,
} from '#contract/console/answer-templates.ts'
import type { Reply } from '#contract/endpoint.ts'
import { invalidField, notFound, PortalError, translatable } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { type Act, type ContentDeps, saveContent } from './acts.ts'
import type { Published } from './published.ts'
import { type ContentPlace, selectVersions } from './queries.ts'

const kind = 'template'
const placeOfTemplate = (id: string): ContentPlace => ({ kind, name: id, language: '' })

function read(published: Pick<Published, 'content'>, id: string): TemplateContent | undefined {
  const content = published.content(kind, id)
  return content === undefined ? undefined : (JSON.parse(content) as TemplateContent)
}

/** The templates of answers that are in use, by title. */
export function savedTemplates(published: Pick<Published, 'content' | 'names'>): AnswerTemplate[] {
  const templates = published.names(kind).flatMap((id) => {
    const template = read(published, id)
    return template ? [{ id, ...template }] : []
  })
  return templates.toSorted((one, other) => one.title.localeCompare(other.title))
}

/** The history of a template. Throws not_found for one that there never was. */
export async function listVersionsOfTemplate(
  { db }: Pick<ContentDeps, 'db'>,
  id: string,
): Promise<Reply<typeof listTemplateVersions>> {
  const versions = await selectVersions(db, placeOfTemplate(id))
  if (versions.length === 0) throw notFound()
  return { versions }
}

/**
 * Keeps a template under an id, which it returns; without one under a new one. Under an id that is in use it is the same
 * template, as at the second of two presses. Throws invalid_input, conflict, and not_found for one that was deleted since.
 */
export async function addTemplateAsStaff(
  deps: ContentDeps,
  chosenId: string | undefined,
  content: TemplateContent,
  act: Act,
): Promise<string> {
  const checked = check(content)
  const id = chosenId ?? deps.newId()
  const [newest] = await selectVersions(deps.db, placeOfTemplate(id))
  if (newest?.content === null) throw notFound()
  if (!newest && deps.published.names(kind).length >= maxTemplates)
    throw new PortalError('conflict', translatable('content.templates.many', { most: maxTemplates }))
  await save(deps, id, checked, act)
  return id
}

/** Changes a template, or takes one that was deleted into use again. Throws not_found and invalid_input. */
export async function changeTemplateAsStaff(
  deps: ContentDeps,
  id: string,
  content: TemplateContent,
  act: Act,
): Promise<void> {
  const checked = check(content)
  await listVersionsOfTemplate(deps, id)
  await save(deps, id, checked, act)
}

/** Offers a template no longer. Throws not_found. */
export async function deleteTemplateAsStaff(deps: ContentDeps, id: string, act: Act): Promise<void> {
  if (!read(deps.published, id)) throw notFound()
  await save(deps, id, null, act)
}

function save(deps: ContentDeps, id: string, content: TemplateContent | null, act: Act): Promise<void> {
  const titles = { before: read(deps.published, id)?.title ?? '–', after: content?.title ?? '–' }
  return saveContent(deps, placeOfTemplate(id), content && JSON.stringify(content), act, titles)
}

/** A template without what is blank. Throws invalid_input that names the field. */
function check({ title: typed, texts: written }: TemplateContent): TemplateContent {
  const title = typed.trim()
  if (title === '') throw invalidField('title', translatable('content.template.title.missing'))
  const texts: TemplateContent['texts'] = {}
  for (const language of languages) {
    const text = written[language]?.replaceAll('\r\n', '\n').trim()
    if (!text) continue
    const placeholder = wrongPlaceholder(text)
    if (placeholder !== undefined)
      throw invalidField(`texts.${language}`, translatable('content.template.placeholder', { placeholder }))
    texts[language] = text
  }
  if (Object.keys(texts).length === 0) throw invalidField('texts', translatable('content.template.text.missing'))
  return { title, texts }
}
