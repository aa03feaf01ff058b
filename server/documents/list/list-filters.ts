import type { Static, TSchema } from 'typebox'
import { fieldFilters } from '#contract/documents/filter-patterns.ts'
import type { listFilters } from '#contract/documents/filters.ts'
import { periodRange } from '#contract/documents/periods.ts'
import { definitions, isAmountOf, statusesOf } from '#contract/documents/types.ts'
import { PortalError, type TranslatableText, translatable } from '#contract/errors.ts'
import { toMillionths } from '#contract/money.ts'
import { queryTerms } from '#contract/search/search.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { ListFilters } from './filter-queries.ts'
import type { Sorting } from './queries.ts'

type PartialInput<F extends Record<string, TSchema>> = { [K in keyof F]?: Static<F[K]> }
/** The query parameters of a list, as text. */
export type ListQuery = PartialInput<typeof listFilters>

const sortColumns = {
  issueDate: 'list_date',
  keyDate: 'key_date',
  number: 'number',
  statusChangedAt: 'status_changed_at',
  gross: 'gross_order',
  open: 'open_order',
} as const

/** The fields by which this viewer can sort a list: not by amounts that they may not see. */
function sortableFields(viewer: Viewer, type: DocumentType): string[] {
  return definitions[type].sorts.filter((name) => viewer.permissions.has('prices') || !isAmountOf(type, name))
}

/**
 * The sorting that a `sort` parameter such as -issueDate asks for; newest first when absent. Throws invalid_input for
 * an unknown field.
 */
export function parseSort(viewer: Viewer, type: DocumentType, sort: string | undefined): Sorting {
  if (sort === undefined) return { column: 'list_date', descending: true }
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const sortable = sortableFields(viewer, type)
  if (!sortable.includes(field) || !Object.hasOwn(sortColumns, field)) {
    throw invalidInput('sort', translatable('input.sort', { choices: sortable.join(', ') }))
  }
  return { column: sortColumns[field as keyof typeof sortColumns], descending }
}

/** The filters of a list, checked. Throws invalid_input. */
export function parseFilters(viewer: Viewer, type: DocumentType, query: ListQuery, today: string): ListFilters {
  const statuses = parseStatuses(type, query)
  const dates = parseDates(query, today)
  const terms = query.q === undefined ? [] : queryTerms(query.q)
  const amounts = parseAmounts(viewer, query)
  if (query.late && !definitions[type].canBeLate) throw unknownField('late')
  const definition: { canBeDisputed?: true } = definitions[type]
  for (const name of ['disputed', 'undisputed'] as const)
    if (query[name] && !definition.canBeDisputed) throw unknownField(name)
  return {
    type,
    today,
    ...(statuses ? { statuses } : {}),
    ...(dates ? { dates } : {}),
    ...(terms.length === 0 ? {} : { terms }),
    ...amounts,
    ...parseFields(type, query),
    ...(query.late ? { late: true } : {}),
    ...(query.disputed ? { disputed: true } : {}),
    ...(query.undisputed ? { undisputed: true } : {}),
    ...(query.dangerous ? { dangerous: true } : {}),
    ...(query.needsAction && definitions[type].needsAction.promiseMoved ? { promiseMoved: true } : {}),
    ...(query.needsAction ? { unanswered: true } : {}),
  }
}

function parseAmounts(viewer: Viewer, { over, under, currency }: ListQuery): Pick<ListFilters, 'amounts' | 'currency'> {
  const amountInputs = Object.entries({ over, under, currency }).filter(([, value]) => value !== undefined)
  const [firstInput] = amountInputs
  if (firstInput && !viewer.permissions.has('prices')) throw unknownField(firstInput[0])
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

function parseFields(type: DocumentType, query: ListQuery): Pick<ListFilters, 'fields'> {
  const names: readonly string[] = definitions[type].filters
  const requested = Object.entries(query).filter(([name]) => Object.hasOwn(fieldFilters, name))
  const unknown = requested.find(([name]) => !names.includes(name))
  if (unknown) throw unknownField(unknown[0])
  return requested.length === 0 ? {} : { fields: Object.fromEntries(requested) }
}

const tenThousandths = (amount: string) => toMillionths(amount) / 100n

/** The statuses that satisfy all status filters; undefined when there are no status filters. */
function parseStatuses(type: DocumentType, { status, open, needsAction }: ListQuery): string[] | undefined {
  const allStatuses = statusesOf(type)
  const requested = status?.split(',')
  const unknownStatus = requested?.find((name) => !allStatuses.includes(name))
  if (unknownStatus !== undefined)
    throw invalidInput(
      'status',
      translatable('input.status', { status: unknownStatus, choices: allStatuses.join(', ') }),
    )
  const { active, needsAction: actionRule } = definitions[type]
  const statusLists: (readonly string[])[] = [
    ...(requested ? [requested] : []),
    ...(open ? [active] : []),
    ...(needsAction ? [actionRule.promiseMoved ? active : actionRule.statuses] : []),
  ]
  if (statusLists.length === 0) return undefined
  return allStatuses.filter((name) => statusLists.every((list) => list.includes(name)))
}

function parseDates({ dateField, from, to, period }: ListQuery, today: string): ListFilters['dates'] {
  const column = dateField === 'keyDate' ? 'key_date' : 'list_date'
  if (period !== undefined) {
    if (from !== undefined || to !== undefined) throw invalidInput('period', translatable('input.eitherPeriod'))
    return { column, ...periodRange(period, today) }
  }
  for (const [field, value] of Object.entries({ from, to })) {
    if (value !== undefined && !isRealDate(value))
      throw invalidInput(field, translatable('input.date', { date: value }))
  }
  if (from === undefined && to === undefined) return undefined
  return { column, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function isRealDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001-01-01'
}

/**
 * The same error as for a filter that does not exist, so that viewers who may not see prices learn of no filter by
 * amount.
 */
function unknownField(field: string): PortalError {
  return invalidInput(field, translatable('input.unknown', { field }))
}

function invalidInput(field: string, message: TranslatableText): PortalError {
  return new PortalError('invalid_input', message, { errors: [{ field, message }] })
}
