/** The texts of a catalogue in another language than English: a key too many or too few is a type error. */
export type Translated<English> = { readonly [Key in keyof English]: string }

/** The names of a message's arguments, read from its text: a brace followed by one word. Branches have more than one. */
export type Arguments<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? Name<Inner> | Arguments<Rest>
  : never
type Name<Inner extends string> = Inner extends `${infer Before}, plural${infer Branches}`
  ? Before | Arguments<`${Branches}}`>
  : Inner extends `${infer Before}, select${string}`
    ? Before
    : Inner extends `${string}${' ' | '#'}${string}`
      ? never
      : Inner

/** What fills an argument. */
export type Value = string | number

/** What must be given along with a text: nothing, or a value for each of its arguments. */
export type Given<Text extends string> = [Arguments<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Arguments<Text>, Value>>]
