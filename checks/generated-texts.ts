import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { bundledTopics } from '../web-texts.ts'
import { textsOfPages } from './page-texts.ts'
import type { SourceFile } from './rules/project-files.ts'
import { cataloguesIn } from './rules/texts.ts'

/** Catalogues that only the server reads; web/ui/texts leaves them out. */
const serverOnly = new Set(['errors', 'mail', 'papers'])

const english = (files: readonly SourceFile[]) => cataloguesIn(files).filter(({ language }) => language === 'en')

const argumentsOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return []
    const branches = 'options' in element ? Object.values(element.options) : []
    return [element.value, ...branches.flatMap(({ value }) => argumentsOf(value))]
  })

const quoted = (name: string) => `'${name}'`
const property = (key: string) => (/^\w+$/.test(key) ? key : quoted(key))

const note = '/* Written by `npm run texts`; a check compares it with what it is made of. */'

function messageArguments(files: readonly SourceFile[]): SourceFile {
  const lines = english(files).flatMap(({ texts }) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const names = [...new Set(argumentsOf(parse(text)))].sort()
      return names.length === 0 ? [] : [`  ${property(key)}: ${names.map(quoted).join(' | ')}`]
    }),
  )
  const text = `${note}\n\n/** The arguments of each text that takes some, by key. */\nexport type MessageArguments = {\n${lines.join('\n')}\n}\n`
  return { path: 'contract/message-arguments.ts', text }
}

function pageTexts(files: readonly SourceFile[]): { files: SourceFile[]; missing: string[] } {
  const topics = english(files).filter(({ topic }) => !serverOnly.has(topic))
  const topicsByKey = new Map(topics.flatMap(({ topic, texts }) => Object.keys(texts).map((key) => [key, topic])))
  const { pages, consolePages, missing } = textsOfPages(files, topicsByKey, bundledTopics)
  const written = (path: string, topicsOfPages: Map<string, string[]>) => {
    const lines = [...topicsOfPages].map(([name, needed]) => `  ${name}: ${quoted(needed.join(' '))},`)
    const text = `${note}\n\n/** The topics (in words) whose texts are loaded with each page and component that is loaded by itself. */\nexport const pageTexts: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}\n`
    return { path, text }
  }
  // Trees without a console have no list of its pages either.
  const ofConsole = consolePages.size > 0 ? [written('web/console/page-texts.ts', consolePages)] : []
  const unlisted = unlistedTopics(files, new Set([...consolePages.values()].flat()))
  return { files: [written('web/ui/page-texts.ts', pages), ...ofConsole], missing: [...missing, ...unlisted] }
}

/** Topics that pages of the console need and that its loader, which the bundler reads, does not name. */
function unlistedTopics(files: readonly SourceFile[], needed: ReadonlySet<string>): string[] {
  const loader = files.find(({ path }) => path === 'web/console/load-texts.ts')
  const [, listed = ''] = /messages\/\*\/\{([^}]+)\}\.json/.exec(loader?.text ?? '') ?? []
  const patterns = listed.split(',').map((name) => new RegExp(`^${name.replace('*', '.*')}$`))
  return [...needed]
    .filter((topic) => loader && !patterns.some((pattern) => pattern.test(topic)))
    .map((topic) => `${loader?.path}: does not name ${topic}.json, which a page of the console needs`)
}

/** The files that are made of the catalogues and the sources, and what shows texts that are not loaded with it. */
export function generatedTexts(files: readonly SourceFile[]): { files: SourceFile[]; missing: string[] } {
  const { files: pages, missing } = pageTexts(files)
  return { files: [messageArguments(files), ...pages], missing }
}
