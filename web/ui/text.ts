import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { TextArguments, TextValue, TextValueArgs } from '../../contract/message.ts'
import { trouble } from '../../contract/messages/en/trouble.ts'
import type { en, MessageKey } from '../../contract/messages/en.ts'
import { locale } from './locale.ts'
import { formatMessage } from './message-format.ts'

type Messages = typeof en

/** The loaded texts. The program itself brings only those that say that the others could not be loaded. */
const texts: { [Key in MessageKey]?: string } = { ...trouble }

/** Adds the texts of a catalogue, when the part of the program that needs them is loaded. */
export function addTexts(catalogue: { readonly [Key in MessageKey]?: string }): void {
  Object.assign(texts, catalogue)
}

/** The text of a message in the person's language, with its arguments filled in. */
export function t<Key extends MessageKey>(key: Key, ...args: TextValueArgs<Messages[Key]>): string {
  const text: unknown = texts[key] ?? key
  if (typeof text === 'string' && !text.includes('{')) return text
  // The build has parsed all texts; only in tests are they still strings.
  const elements = typeof text === 'string' ? parse(text) : (text as MessageFormatElement[])
  return formatMessage(elements, (args[0] ?? {}) as Readonly<Record<string, TextValue>>, locale)
}

/** Whether there is a text for a key built at run time, for example from a status that the server sent. */
export function isMessageKey(key: string): key is PlainKey {
  return Object.hasOwn(texts, key)
}
type PlainKey = { [Key in MessageKey]: [TextArguments<Messages[Key]>] extends [never] ? Key : never }[MessageKey]

/** The text of a key built at run time; without a text, the last part of the key as a readable word. */
export function label(key: string): string {
  if (isMessageKey(key)) return t(key as 'product.name')
  const word = key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
