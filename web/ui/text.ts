import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { TextValue, TextValueArgs } from '#contract/message.ts'
import type { MessageArguments } from '#contract/message-arguments.ts'
import type { MessageKey } from '#contract/message-keys.ts'
import trouble from '#contract/messages/en/trouble.json' with { type: 'json' }
import { locale } from './locale.ts'
import { formatMessage } from './message-format.ts'

/** Texts by key: those with arguments as syntax trees, which the build makes of the catalogues. */
export type Texts = { readonly [Key in MessageKey]?: string | readonly MessageFormatElement[] }

/** The loaded texts. The program itself brings only those that say that the others could not be loaded. */
const texts: { -readonly [Key in MessageKey]?: Texts[Key] } = { ...trouble }

/** Adds the texts of a catalogue, when the part of the program that needs them is loaded. */
export function addTexts(catalogue: Texts): void {
  Object.assign(texts, catalogue)
}

/** The text of a message in the person's language, with its arguments filled in. */
export function t<Key extends MessageKey>(key: Key, ...args: TextValueArgs<Key>): string {
  const text: Texts[MessageKey] = texts[key] ?? key
  if (typeof text === 'string') return text
  return formatMessage(text, (args[0] ?? {}) as Readonly<Record<string, TextValue>>, locale)
}

/** Whether there is a text for a key built at run time, for example from a status that the server sent. */
export function isMessageKey(key: string): key is PlainKey {
  return Object.hasOwn(texts, key)
}
type PlainKey = Exclude<MessageKey, keyof MessageArguments>

/** The text of a key built at run time; without a text, the last part of the key as a readable word. */
export function label(key: string): string {
  if (isMessageKey(key)) return t(key as 'product.name')
  const word = key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
