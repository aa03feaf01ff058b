import type { MessageArguments } from './message-arguments.ts'

/** The value of an argument. */
export type TextValue = string | number

/** The arguments that must accompany the text of a key: none, or a value for each of its arguments. */
export type TextValueArgs<Key extends string> = [Key & keyof MessageArguments] extends [never]
  ? []
  : [values: Readonly<Record<MessageArguments[Key & keyof MessageArguments], TextValue>>]
