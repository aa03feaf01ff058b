import { language } from './reader.ts'
import { addTexts } from './text.ts'

/** A catalogue that is fetched by itself: the texts of everybody, of the signed-in, or of some pages alone. */
export type TextPart =
  | 'signed-out'
  | 'signed-in'
  | 'account'
  | 'profile'
  | 'detail'
  | 'dashboard'
  | 'activity'
  | 'statement'
  | 'requests'
  | 'enquiry'
  | 'tools'
  | 'find'
  | 'notifications'
  | 'items'

type Catalogue = Readonly<Record<string, Parameters<typeof addTexts>[0]>>
const catalogues = import.meta.glob<Catalogue>(
  '../../contract/messages/*/{signed-out,signed-in,account,profile,detail,dashboard,activity,statement,requests,enquiry,tools,find,notifications,items}.ts',
)

/** Fetches texts in the person's language. */
export async function loadTexts(...parts: TextPart[]): Promise<void> {
  await Promise.all(parts.map(loadPart))
}

async function loadPart(part: TextPart): Promise<void> {
  const catalogue = await catalogues[`../../contract/messages/${language}/${part}.ts`]?.()
  for (const texts of Object.values(catalogue ?? {})) addTexts(texts)
}
