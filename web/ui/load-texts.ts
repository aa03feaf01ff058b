import { language } from './locale.ts'
import { addTexts } from './text.ts'

/** A catalogue that is loaded by itself: the texts of the signed-out, of the signed-in, or of some pages only. */
export type CatalogueName =
  | 'signed-out'
  | 'signed-in'
  | 'account'
  | 'profile'
  | 'detail'
  | 'fields'
  | 'dashboard'
  | 'activity'
  | 'changes'
  | 'statement'
  | 'requests'
  | 'enquiry'
  | 'tools'
  | 'find'
  | 'notifications'
  | 'notices'
  | 'notice-settings'
  | 'items'

type Catalogue = Readonly<Record<string, Parameters<typeof addTexts>[0]>>
type LanguageIndex = { catalogues: Readonly<Record<string, () => Promise<unknown>>> }

/**
 * The list of a language's catalogues is loaded too: otherwise the first load would name those of all six languages.
 */
const languageIndexes = import.meta.glob<LanguageIndex>('./texts/*.ts')

/** Fetches texts in the person's language. */
export async function loadTexts(...catalogueNames: CatalogueName[]): Promise<void> {
  const index = await languageIndexes[`./texts/${language}.ts`]?.()
  await Promise.all(catalogueNames.map((catalogueName) => loadCatalogue(index, catalogueName)))
}

async function loadCatalogue(index: LanguageIndex | undefined, catalogueName: CatalogueName): Promise<void> {
  const catalogue = await index?.catalogues[`../../../contract/messages/${language}/${catalogueName}.ts`]?.()
  for (const texts of Object.values((catalogue ?? {}) as Catalogue)) addTexts(texts)
}
