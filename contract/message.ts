/** The texts of a catalogue in another language than English: a key too many or too few is a type error. */
export type Translated<English> = { readonly [Key in keyof English]: string }
