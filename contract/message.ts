/** The texts of a catalogue in a language other than English: a missing or extra key is a type error. */
export type Translated<English> = { readonly [Key in keyof English]: string }

/** The names of a text's arguments: a brace followed by one word. Branches of an argument have more than one word. */
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

/** The value of an argument. */
export type TextValue = string | number

/** The arguments that must accompany a text: none, or a value for each of its arguments. */
export type TextValueArgs<Text extends string> = [TextArguments<Text>] extends [never]
  ? []
  : [values: Readonly<Record<TextArguments<Text>, TextValue>>]
