import { definitions, statusesOf } from '../../contract/documents/types.ts'
import { PortalError } from '../../contract/errors.ts'
import { queryTerms } from '../../contract/search.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Narrowing, Sorting } from './list-queries.ts'

/** What a list's address asks for, as texts. */
export type Asked = { status?: string; from?: string; to?: string; q?: string; sort?: string }

const columns = { issueDate: 'list_date', keyDate: 'key_date', number: 'number' } as const

/** The sorting of a `sort` text such as -issueDate; newest first when absent. Raises invalid_input for an unknown field. */
export function sortingOf(type: DocumentType, sort: string | undefined): Sorting {
  if (sort === undefined) return { by: 'list_date', descending: true }
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  if (!definitions[type].sorts.includes(field) || !Object.hasOwn(columns, field)) {
    throw bad('sort', `Sort by one of ${definitions[type].sorts.join(', ')}, with a minus before it for descending.`)
  }
  return { by: columns[field as keyof typeof columns], descending }
}

/** The filters of a list, checked. Raises invalid_input. */
export function narrowingOf(type: DocumentType, asked: Asked, today: string): Narrowing {
  const statuses = asked.status?.split(',')
  const known = statusesOf(type)
  const unknown = statuses?.find((status) => !known.includes(status))
  if (unknown !== undefined) throw bad('status', `"${unknown}" is not a status here; take ${known.join(', ')}.`)
  for (const field of ['from', 'to'] as const) {
    const value = asked[field]
    if (value !== undefined && !isRealDate(value)) throw bad(field, `"${value}" is not a day of the calendar.`)
  }
  const terms = queryTerms(asked.q ?? '')
  return {
    type,
    today,
    ...(statuses ? { statuses } : {}),
    ...(asked.from === undefined ? {} : { from: asked.from }),
    ...(asked.to === undefined ? {} : { to: asked.to }),
    ...(terms.length === 0 ? {} : { terms }),
  }
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001-01-01'
}

function bad(field: string, message: string): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
