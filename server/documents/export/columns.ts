import type { Field, FieldKind } from '#contract/documents/definition.ts'
import { definitions } from '#contract/documents/types.ts'
import { PortalError, translatable } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { fromMillionths, toMillionths } from '#contract/money.ts'
import { minorUnits } from '#contract/values/minor-units.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { visibleColumns } from '../fields.ts'
import { headingOf, statusLabel, valueLabel } from './headings.ts'

/** The kind of a file's cells, by which a spreadsheet aligns, sorts and adds them up. */
export type CellKind = 'text' | 'number' | 'amount' | 'date' | 'moment'

/** A column of a file: its heading, and the text of its cell for a row of the list, empty when the value is unknown. */
export type Column = {
  name: string
  heading: string
  kind: CellKind
  textOf: (row: Readonly<Record<string, unknown>>) => string
}

const kinds: Readonly<Record<FieldKind, CellKind>> = {
  text: 'text',
  texts: 'text',
  status: 'text',
  flag: 'text',
  date: 'date',
  instant: 'moment',
  money: 'amount',
  quantity: 'number',
  count: 'number',
}

/**
 * The columns that `requested` names, separated by commas, in its order; the list's own when absent. Throws
 * invalid_input for a column that does not exist or that the viewer may not see.
 */
export function columnsOf(
  viewer: Viewer,
  type: DocumentType,
  requested: string | undefined,
  language: Language,
): Column[] {
  const fields = new Map<string, Field>(visibleColumns(type, viewer.permissions))
  const allowed = ['status', ...fields.keys()]
  const defaultColumns = [
    'number',
    'status',
    ...definitions[type].list.filter((name) => name !== 'number' && fields.has(name)),
  ]
  const names = requested === undefined ? defaultColumns : [...new Set(requested.split(','))]
  const unknownColumn = names.find((name) => !allowed.includes(name))
  if (unknownColumn !== undefined) {
    const message = translatable('export.column', { column: unknownColumn, choices: allowed.join(', ') })
    throw new PortalError('invalid_input', message, { errors: [{ field: 'columns', message }] })
  }
  return names.map((name) => ({
    name,
    heading: headingOf(language, type, name),
    kind: name === 'status' ? 'text' : kinds[(fields.get(name) as Field).kind],
    textOf: textOf(name, fields.get(name)?.kind ?? 'status', type, language),
  }))
}

function textOf(name: string, kind: FieldKind, type: DocumentType, language: Language): Column['textOf'] {
  if (name === 'status') return (row) => statusLabel(language, type, String(row.status))
  const ifKnown = (format: (value: unknown, row: Readonly<Record<string, unknown>>) => string): Column['textOf'] => {
    return (row) => {
      const value = row[name]
      return value === null || value === undefined ? '' : format(value, row)
    }
  }
  switch (kind) {
    case 'status':
      return ifKnown((value) => valueLabel(language, String(value)))
    case 'flag':
      return ifKnown((value) => valueLabel(language, value === true ? 'yes' : 'no'))
    case 'texts':
      return ifKnown((value) => (value as string[]).join('; '))
    case 'money':
      return ifKnown((value, { currency }) => plainAmount(String(value), currency))
    default:
      return ifKnown(String)
  }
}

/** An amount with as many decimal places as its currency has, or more where the amount has more. */
export function plainAmount(amount: string, currency: unknown): string {
  return fromMillionths(toMillionths(amount), typeof currency === 'string' ? minorUnits(currency) : 2)
}
