import { language } from './locale.ts'
import { pageTexts } from './page-texts.ts'
import { addTexts, type Texts } from './text.ts'

type LanguageIndex = { catalogues: Readonly<Record<string, () => Promise<unknown>>> }

/**
 * The list of a language's catalogues is loaded too: otherwise the first load would name those of all six languages.
 */
const languageIndexes = import.meta.glob<LanguageIndex>('./texts/*.ts')

/** Fetches the texts of these topics in the person's language. */
export async function loadTexts(topics: readonly string[]): Promise<void> {
  const index = await languageIndexes[`./texts/${language}.ts`]?.()
  await Promise.all(topics.map((topic) => loadCatalogue(index, topic)))
}

async function loadCatalogue(index: LanguageIndex | undefined, topic: string): Promise<void> {
  const catalogue = await index?.catalogues[`../../../contract/messages/${language}/${topic}.json`]?.()
  addTexts((catalogue as { default: Texts }).default)
}

/** Loads the code of a page or component together with the texts that it shows. */
export async function loadWithTexts<Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): Promise<Module> {
  return (await Promise.all([load(), loadTexts(pageTexts[name]?.split(' ') ?? [])]))[0]
}
