import type { listTexts, showText } from '#contract/console/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { invalidField, notFound, PortalError, translatable } from '#contract/errors.ts'
import { type Language, languages } from '#contract/languages.ts'
import { type Act, type ContentDeps, saveContent } from './acts.ts'
import { countNames, selectVersions } from './queries.ts'

type Kind = 'faq' | 'terms'
type TextPlace = { kind: Kind; name: string; language: Language }
type Standard = { content: string; source: 'portal' | 'folder' } | undefined

/** So many texts the help may have. */
const mostNames = 100
const termsName = 'terms'

/** The texts of the terms and the help, with where each comes from in each language. */
export async function listTextsForStaff(
  { published, sources }: ContentDeps,
  reader: Language,
): Promise<Reply<typeof listTexts>['texts']> {
  const files = await sources.faq.list()
  const names = [...new Set([...files.map(({ name }) => name), ...published.names('faq')])].toSorted()
  const titled = await Promise.all(
    names.map(async (name) => {
      const saved = published.texts('faq', name)
      const file = files.find((one) => one.name === name)
      const readable = [reader, 'en' as const, ...languages].find((one) => saved[one] ?? file?.sources[one])
      const text = readable && (saved[readable] ?? (file && (await sources.faq.read(file, readable))))
      const sourceIn = (language: Language) =>
        saved[language] === undefined ? (file?.sources[language] ?? null) : ('console' as const)
      return {
        ...{ kind: 'faq' as const, name, title: (text && sources.faq.headingOf(text)) ?? name },
        languages: languages.map((language) => ({ language, source: sourceIn(language) })),
      }
    }),
  )
  const savedTerms = published.texts('terms', termsName)
  const terms = {
    kind: 'terms' as const,
    name: termsName,
    title: sources.faq.headingOf(savedTerms[reader] ?? sources.terms.texts[reader] ?? sources.terms.text) ?? termsName,
    languages: languages.map((language) => ({
      language,
      source: savedTerms[language] === undefined ? sources.terms.source : ('console' as const),
    })),
  }
  return [terms, ...titled]
}

/** What the files say of a text. */
async function standardOf({ sources }: ContentDeps, { kind, name, language }: TextPlace): Promise<Standard> {
  const { terms, faq } = sources
  if (kind === 'terms')
    return name === termsName ? { content: terms.texts[language] ?? terms.text, source: terms.source } : undefined
  const file = (await faq.list()).find((one) => one.name === name)
  const source = file?.sources[language]
  const content = file && source && (await faq.read(file, language))
  return source && content !== undefined ? { content, source } : undefined
}

/** A text as it is in force, with its history; an empty one where there is none yet. */
export async function showTextToStaff(deps: ContentDeps, place: TextPlace): Promise<Reply<typeof showText>> {
  if (place.kind === 'terms' && place.name !== termsName) throw notFound()
  const [standard, versions] = await Promise.all([standardOf(deps, place), selectVersions(deps.db, place)])
  const saved = deps.published.content(place.kind, place.name, place.language)
  return {
    content: saved ?? standard?.content ?? '',
    source: saved === undefined ? (standard?.source ?? null) : 'console',
    standard: standard?.content ?? null,
    versions,
  }
}

/** Puts a text in force, or what the files say. Throws not_found, invalid_input and conflict. */
export async function saveTextAsStaff(
  deps: ContentDeps,
  place: TextPlace,
  content: string | null,
  act: Act,
): Promise<void> {
  if (place.kind === 'terms' && place.name !== termsName) throw notFound()
  const text = content?.replaceAll('\r\n', '\n').trim() ?? null
  if (text === '') throw invalidField('content', translatable('content.text.missing'))
  if (text !== null && place.kind === 'faq' && deps.sources.faq.headingOf(text) === undefined)
    throw invalidField('content', translatable('content.heading.missing'))
  const isNew = place.kind === 'faq' && !deps.published.names('faq').includes(place.name)
  if (isNew && (await countNames(deps.db, 'faq')) >= mostNames)
    throw new PortalError('conflict', translatable('content.texts.many', { most: mostNames }))
  await saveContent(deps, place, text, act)
}
