import type { Static, TSchema } from 'typebox'
import type { listFilters } from '../../contract/documents/filters.ts'
import { daysOf } from '../../contract/documents/periods.ts'
import { definitions, statusesOf } from '../../contract/documents/types.ts'
import { PortalError, type Sentence, sentence } from '../../contract/errors.ts'
import { toMillionths } from '../../contract/money.ts'
import { queryTerms } from '../../contract/search.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { Viewer } from '../../contract/viewer.ts'
import type { Sorting } from './list-queries.ts'
import type { Narrowing } from './narrowed-queries.ts'

type Given<F extends Record<string, TSchema>> = { [K in keyof F]?: Static<F[K]> }
/** What a list's address asks for, as texts. */
export type Asked = Given<typeof listFilters>

const columns = {
  issueDate: 'list_date',
  keyDate: 'key_date',
  number: 'number',
  statusChangedAt: 'status_changed_at',
  gross: 'gross_order',
  open: 'open_order',
} as const

/** The fields by which this viewer can sort a list: not by amounts that they may not see. */
function sortsOf(viewer: Viewer, type: DocumentType): string[] {
  const { fields, sorts } = definitions[type]
  const isAmount = (name: string) => (fields as Record<string, { kind: string }>)[name]?.kind === 'money'
  return sorts.filter((name) => viewer.permissions.has('prices') || !isAmount(name))
}

/** The sorting of a `sort` text such as -issueDate; newest first when absent. Raises invalid_input for an unknown field. */
export function sortingOf(viewer: Viewer, type: DocumentType, sort: string | undefined): Sorting {
  if (sort === undefined) return { by: 'list_date', descending: true }
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const known = sortsOf(viewer, type)
  if (!known.includes(field) || !Object.hasOwn(columns, field)) {
    throw bad('sort', sentence('input.sort', { choices: known.join(', ') }))
  }
  return { by: columns[field as keyof typeof columns], descending }
}

/** The filters of a list, checked. Raises invalid_input. */
export function narrowingOf(viewer: Viewer, type: DocumentType, asked: Asked, today: string): Narrowing {
  const statuses = statusesAsked(type, asked)
  const dates = datesAsked(asked, today)
  const terms = queryTerms(asked.q ?? '')
  const amounts = amountsAsked(viewer, asked)
  if (asked.late && !definitions[type].canBeLate) throw unknown('late')
  return {
    type,
    today,
    ...(statuses ? { statuses } : {}),
    ...(dates ? { dates } : {}),
    ...(terms.length === 0 ? {} : { terms }),
    ...amounts,
    ...(asked.late ? { late: true } : {}),
    ...(asked.needsAction && definitions[type].needsAction.promiseMoved ? { promiseMoved: true } : {}),
  }
}

function amountsAsked(viewer: Viewer, { over, under, currency }: Asked): Pick<Narrowing, 'amounts' | 'currency'> {
  const given = Object.entries({ over, under, currency }).filter(([, value]) => value !== undefined)
  const [first] = given
  if (first && !viewer.permissions.has('prices')) throw unknown(first[0])
  return {
    ...(over === undefined && under === undefined
      ? {}
      : {
          amounts: {
            ...(over === undefined ? {} : { over: tenThousandths(over) }),
            ...(under === undefined ? {} : { under: tenThousandths(under) }),
          },
        }),
    ...(currency === undefined ? {} : { currency }),
  }
}

const tenThousandths = (amount: string) => toMillionths(amount) / 100n

/** The statuses that are left when all that asks for some is obeyed; undefined when nothing does. */
function statusesAsked(type: DocumentType, { status, open, needsAction }: Asked): string[] | undefined {
  const known = statusesOf(type)
  const wanted = status?.split(',')
  const strange = wanted?.find((one) => !known.includes(one))
  if (strange !== undefined)
    throw bad('status', sentence('input.status', { status: strange, choices: known.join(', ') }))
  const { active, needsAction: waiting } = definitions[type]
  const lists: (readonly string[])[] = [
    ...(wanted ? [wanted] : []),
    ...(open ? [active] : []),
    ...(needsAction ? [waiting.promiseMoved ? active : waiting.statuses] : []),
  ]
  if (lists.length === 0) return undefined
  return known.filter((one) => lists.every((list) => list.includes(one)))
}

function datesAsked({ dateField, from, to, period }: Asked, today: string): Narrowing['dates'] {
  const by = dateField === 'keyDate' ? 'key_date' : 'list_date'
  if (period !== undefined) {
    if (from !== undefined || to !== undefined) throw bad('period', sentence('input.eitherPeriod'))
    return { by, ...daysOf(period, today) }
  }
  for (const [field, value] of Object.entries({ from, to })) {
    if (value !== undefined && !isRealDate(value)) throw bad(field, sentence('input.date', { date: value }))
  }
  if (from === undefined && to === undefined) return undefined
  return { by, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001-01-01'
}

/** As the schema says of a filter that nobody knows: who may not see prices learns of no filter by them. */
function unknown(field: string): PortalError {
  return bad(field, sentence('input.unknown', { field }))
}

function bad(field: string, message: Sentence): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
