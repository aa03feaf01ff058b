import type { Field, Kind } from '../../contract/documents/definition.ts'
import { definitions } from '../../contract/documents/types.ts'
import { PortalError, sentence } from '../../contract/errors.ts'
import type { Language } from '../../contract/languages.ts'
import { fromMillionths, toMillionths } from '../../contract/money.ts'
import { type DocumentType, minorUnits } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { visibleFields } from './fields.ts'
import { headingOf, statusWord, wordOf } from './headings.ts'

/** What a file's cell is: how a spreadsheet aligns, sorts and adds it up. */
export type CellKind = 'text' | 'number' | 'amount' | 'date' | 'moment'

/** A column of a file: its heading, and the text of its cell in a row of the list; empty for what is not known. */
export type Column = {
  name: string
  heading: string
  kind: CellKind
  textOf: (row: Readonly<Record<string, unknown>>) => string
}

const kinds: Readonly<Record<Kind, CellKind>> = {
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
 * The columns that a `columns` text names, in its order; those of the list when absent. Raises invalid_input for one that
 * is none or that the viewer may not see.
 */
export function columnsOf(viewer: Viewer, type: DocumentType, asked: string | undefined, language: Language): Column[] {
  const fields = new Map<string, Field>(visibleFields(type, viewer.permissions))
  const known = ['status', ...fields.keys()]
  const standard = [
    'number',
    'status',
    ...definitions[type].list.filter((name) => name !== 'number' && fields.has(name)),
  ]
  const names = asked === undefined ? standard : [...new Set(asked.split(','))]
  const strange = names.find((name) => !known.includes(name))
  if (strange !== undefined) {
    const message = sentence('export.column', { column: strange, choices: known.join(', ') })
    throw new PortalError('invalid_input', message, { errors: [{ field: 'columns', message }] })
  }
  return names.map((name) => ({
    name,
    heading: headingOf(language, type, name),
    kind: name === 'status' ? 'text' : kinds[(fields.get(name) as Field).kind],
    textOf: textOf(name, fields.get(name)?.kind ?? 'status', type, language),
  }))
}

function textOf(name: string, kind: Kind, type: DocumentType, language: Language): Column['textOf'] {
  if (name === 'status') return (row) => statusWord(language, type, String(row.status))
  const shown = (show: (value: unknown, row: Readonly<Record<string, unknown>>) => string): Column['textOf'] => {
    return (row) => {
      const value = row[name]
      return value === null || value === undefined ? '' : show(value, row)
    }
  }
  switch (kind) {
    case 'status':
      return shown((value) => wordOf(language, String(value)))
    case 'flag':
      return shown((value) => wordOf(language, value === true ? 'yes' : 'no'))
    case 'texts':
      return shown((value) => (value as string[]).join('; '))
    case 'money':
      return shown((value, { currency }) => plainAmount(String(value), currency))
    default:
      return shown(String)
  }
}

/** Without zeros that say nothing: as many places as the currency has, more where there are more. */
function plainAmount(amount: string, currency: unknown): string {
  return fromMillionths(toMillionths(amount), typeof currency === 'string' ? minorUnits(currency) : 2)
}
