/** From which character to which: the place of a problem in a text. */
export type TextRange = { from: number; to: number }
