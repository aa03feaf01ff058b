import { language } from './reader.ts'
import { addTexts } from './text.ts'

/** A catalogue that is fetched by itself: the texts of everybody, of the signed-in, or of some pages alone. */
export type TextPart =
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
type Parts = { catalogues: Readonly<Record<string, () => Promise<unknown>>> }

/** Under which names the texts of a language are there is fetched too: the first load would name those of all six. */
const partsOf = import.meta.glob<Parts>('./texts/*.ts')

/** Fetches texts in the person's language. */
export async function loadTexts(...parts: TextPart[]): Promise<void> {
  const known = await partsOf[`./texts/${language}.ts`]?.()
  await Promise.all(parts.map((part) => loadPart(known, part)))
}

async function loadPart(known: Parts | undefined, part: TextPart): Promise<void> {
  const catalogue = await known?.catalogues[`../../../contract/messages/${language}/${part}.ts`]?.()
  for (const texts of Object.values((catalogue ?? {}) as Catalogue)) addTexts(texts)
}
