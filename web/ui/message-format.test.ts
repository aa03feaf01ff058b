import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { formatMessage } from './message-format.ts'

type Catalogue = Readonly<Record<string, string>>
/** The catalogues of the web; the server formats errors, mails and papers itself. */
const files = import.meta.glob<{ default: Catalogue }>(
  ['../../contract/messages/*/*.json', '!../../contract/messages/*/{errors,mail,papers}.json'],
  { eager: true },
)

/** The arguments of a message, each with the words that its selects know. */
function argumentsOf(elements: readonly MessageFormatElement[], wordsByArgument = new Map<string, string[]>()) {
  for (const element of elements) {
    if (!('value' in element) || element.type === 0) continue
    const words = 'options' in element && element.type === 5 ? Object.keys(element.options) : []
    wordsByArgument.set(element.value, [...(wordsByArgument.get(element.value) ?? []), ...words])
    if ('options' in element)
      for (const option of Object.values(element.options)) argumentsOf(option.value, wordsByArgument)
  }
  return wordsByArgument
}

describe.each(languages)('messages in %s', (language) => {
  const texts = Object.entries(files)
    .filter(([path]) => path.includes(`/messages/${language}/`))
    .flatMap(([, file]) => Object.values(file.default))

  test('read as the full formatter reads them, with every number and word', () => {
    expect(texts.length).toBeGreaterThan(20)
    for (const text of new Set(texts)) {
      const parsed = parse(text)
      const wordsByArgument = argumentsOf(parsed)
      const mostWords = Math.max(1, ...[...wordsByArgument.values()].map((words) => words.length))
      for (const count of [0, 1, 2, 3, 7, 11, 100, 1284, 1_000_000]) {
        for (let word = 0; word < mostWords; word += 1) {
          const values = Object.fromEntries(
            [...wordsByArgument].map(([name, words]) => [
              name,
              words.length > 0 ? (words[word % words.length] ?? '') : count,
            ]),
          )
          expect(formatMessage(parsed, values, language), text).toBe(
            String(new IntlMessageFormat(text, language).format(values)),
          )
        }
      }
    }
  })
})
