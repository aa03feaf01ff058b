import type { Column, ProfileValue } from '#contract/imports/values.ts'

/* Values that somebody puts together of columns and texts, as a form has them and as a profile has them. */

export const formulaKinds = ['join', 'calculate', 'split', 'part', 'replace', 'default', 'if', 'text'] as const
export type FormulaKind = (typeof formulaKinds)[number]

export const calculations = ['multiply', 'divide', 'plus', 'subtract'] as const
export type Calculation = (typeof calculations)[number]

/** A column of the file, or a text. */
export type Operand = { is: 'column' | 'text'; text: string }

/** What a form holds: of every kind the operands, and the texts beside them. */
export type Formula = {
  id: number
  field: string
  kind: FormulaKind
  operands: readonly Operand[]
  /** What stands between joined parts, at what a text is cut, or what is replaced. */
  sign: string
  /** What takes the place of what is replaced, or what a column has to say. */
  by: string
  calculation: Calculation
  /** The part that is taken, or the first character, from 1. */
  from: number
  /** How many characters are taken; 0 for all. */
  length: number
}

/** How many operands each kind has, at least and at most. */
export const operandsOf: Readonly<Record<FormulaKind, readonly [least: number, most: number]>> = {
  join: [2, 6],
  calculate: [2, 2],
  split: [1, 1],
  part: [1, 1],
  replace: [1, 1],
  default: [2, 2],
  if: [3, 3],
  text: [1, 1],
}

/** Decimals of a quotient: what unit prices may have. */
const places = 4

/** The operands of a formula after its kind was changed. */
export function fitOperands(kind: FormulaKind, operands: readonly Operand[]): Operand[] {
  const [least, most] = operandsOf[kind]
  const filled = Array.from({ length: Math.max(least, Math.min(most, operands.length)) }, (_, index) => {
    const isText = kind === 'text' || (kind === 'default' && index > 0) || (kind === 'if' && index > 0)
    const existing = operands[index]
    return existing && (kind === 'join' || kind === 'calculate' || (existing.is === 'text') === isText)
      ? existing
      : { is: isText ? ('text' as const) : ('column' as const), text: '' }
  })
  return filled
}

/** The value as a profile has it; undefined while something is missing. `isNumbered`: columns go by their numbers. */
export function formulaValue(formula: Formula, isNumbered: boolean): ProfileValue | undefined {
  const { field, kind, sign, by, calculation, from, length } = formula
  const values = formula.operands.map((operand) => operandValue(operand, isNumbered))
  if (field === '' || values.some((value) => value === undefined)) return undefined
  const [first, second, third] = values as [ProfileValue, ProfileValue, ProfileValue]
  switch (kind) {
    case 'join':
      return { join: values as ProfileValue[], with: sign }
    case 'calculate':
      return calculation === 'divide' ? { divide: [first, second], places } : calculated(calculation, [first, second])
    case 'split':
      return sign === '' || from === 0 ? undefined : { split: first, at: sign, take: from }
    case 'part':
      return from < 1 ? undefined : { part: first, from, ...(length > 0 ? { length } : {}) }
    case 'replace':
      return sign === '' ? undefined : { replace: first, find: sign, by }
    case 'default':
      return { first: [first, second] }
    case 'if':
      return { if: { equals: [first, { constant: by }] }, yes: second, no: third }
    case 'text':
      return first
  }
}

function calculated(calculation: Exclude<Calculation, 'divide'>, operands: ProfileValue[]): ProfileValue {
  if (calculation === 'multiply') return { multiply: operands }
  return calculation === 'plus' ? { add: operands } : { subtract: operands }
}

function operandValue({ is, text }: Operand, isNumbered: boolean): ProfileValue | undefined {
  if (is === 'text') return { constant: text }
  if (text === '') return undefined
  const column: Column = isNumbered ? Number(text) : text
  return { column }
}

/** The values of all formulas that are whole, by their fields. */
export function formulaValues(
  formulas: readonly Formula[],
  isNumbered: (field: string) => boolean,
): Record<string, ProfileValue> {
  return Object.fromEntries(
    formulas.flatMap((formula) => {
      const value = formulaValue(formula, isNumbered(formula.field))
      return value === undefined ? [] : [[formula.field, value]]
    }),
  )
}
