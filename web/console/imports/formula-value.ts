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
  /** Of a formula that the form cannot show, as profiles may have them: kept as it is. */
  kept?: ProfileValue
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
  const { field, kind, sign, by, calculation, from, length, kept } = formula
  if (kept) return kept
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

const empty = { operands: [], sign: '', by: '', calculation: 'multiply', from: 1, length: 0 } as const

/** The form of a value of a profile. */
export function formulaOf(id: number, field: string, value: ProfileValue): Formula {
  return { id, field, kind: 'text', ...empty, ...(partsOf(value) ?? { kept: value }) }
}

type Parts = Pick<Formula, 'kind'> & Partial<Formula>

function partsOf(value: ProfileValue): Parts | undefined {
  if ('constant' in value) return withOperands('text', [value])
  if ('join' in value) return withOperands('join', value.join, { sign: value.with ?? '' })
  if ('multiply' in value) return withOperands('calculate', value.multiply, { calculation: 'multiply' })
  if ('add' in value) return withOperands('calculate', value.add, { calculation: 'plus' })
  if ('subtract' in value) return withOperands('calculate', value.subtract, { calculation: 'subtract' })
  if ('divide' in value && value.places === places)
    return withOperands('calculate', value.divide, { calculation: 'divide' })
  if ('split' in value) return withOperands('split', [value.split], { sign: value.at, from: value.take })
  if ('part' in value) return withOperands('part', [value.part], { from: value.from, length: value.length ?? 0 })
  if ('replace' in value) return withOperands('replace', [value.replace], { sign: value.find, by: value.by })
  if ('first' in value) return withOperands('default', value.first)
  if ('if' in value && 'equals' in value.if && 'constant' in value.if.equals[1])
    return withOperands('if', [value.if.equals[0], value.yes, value.no ?? { constant: '' }], {
      by: value.if.equals[1].constant,
    })
  return undefined
}

/** Undefined where an operand is more than a column or a text, or there are more than the form has. */
function withOperands(
  kind: FormulaKind,
  values: readonly ProfileValue[],
  more: Partial<Formula> = {},
): Parts | undefined {
  const operands = values.flatMap((value): Operand[] => {
    if ('constant' in value) return [{ is: 'text', text: value.constant }]
    return 'column' in value && value.of === undefined ? [{ is: 'column', text: String(value.column) }] : []
  })
  const [least, most] = operandsOf[kind]
  return operands.length === values.length && operands.length >= least && operands.length <= most
    ? { kind, operands, ...more }
    : undefined
}
