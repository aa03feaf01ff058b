/** The texts of a catalogue in another language than English: a key too many or too few is a type error. */
export type Translated<English> = { readonly [Key in keyof English]: string }

/** The names of a message's arguments, read from its text: a brace followed by one word. Branches have more than one. */
export type TextArguments<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? ArgumentName<Inner> | TextArguments<Rest>
  : never
type ArgumentName<Inner extends string> = Inner extends `${infer Before}, plural${infer Branches}`
  ? Before | TextArguments<`${Branches}}`>
  : Inner extends `${infer Before}, select${string}`
    ? Before
    : Inner extends `${string}${' ' | '#'}${string}`
      ? never
      : Inner

/** What fills an argument. */
export type TextValue = string | number

/** What must be given along with a text: nothing, or a value for each of its arguments. */
export type TextValueArgs<Text extends string> = [TextArguments<Text>] extends [never]
  ? []
  : [values: Readonly<Record<TextArguments<Text>, TextValue>>]
