/** A number of JSON by its digits. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The value of a JSON text, with each number as it stands there: a float would lose digits. Throws SyntaxError. */
export function parseKeepingDigits(text: string): unknown {
  return JSON.parse(text, keepDigits as (this: unknown, key: string, value: unknown) => unknown)
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  const source = context?.source ?? String(value)
  return new Digits(/e/i.test(source) ? String(value) : source)
}
