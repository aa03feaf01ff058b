import { language } from '../ui/locale.ts'
import { addTexts, type Texts } from '../ui/text.ts'
import { pageTexts } from './page-texts.ts'

/** The catalogues of all languages that the console needs; the portal of the customers has a list of its own. */
const catalogues = import.meta.glob<{ default: Texts }>(
  '../../contract/messages/*/{activity,auth,console*,detail,documents,profile,requests}.json',
  { query: '?parsed' },
)

/** Loads the code of a page together with the texts that it shows. */
export async function loadWithTexts<Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): Promise<Module> {
  const topics = pageTexts[name]?.split(' ') ?? []
  const loadTopic = async (topic: string) => {
    const catalogue = catalogues[`../../contract/messages/${language}/${topic}.json`]
    if (!catalogue) throw new Error(`The console has no texts of ${topic}`)
    addTexts((await catalogue()).default)
  }
  return (await Promise.all([load(), ...topics.map(loadTopic)]))[0]
}
