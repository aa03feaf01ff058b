import { statusesOf } from '#contract/documents/types.ts'
import {
  formatSearchQuery,
  type SearchFilter,
  type SearchPrefix,
  type SearchQuery,
  searchPrefixes,
  valuesOf,
  withoutFilter,
  withValues,
} from '#contract/search/query.ts'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import { type ResultSearch, searchPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { FilterChip } from '../ui/fields/FilterChip.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { formatDate } from '../ui/format.ts'
import { formatAmount } from '../ui/formats/amounts.ts'
import { useToday } from '../ui/portal.ts'
import { label, t } from '../ui/text.ts'

const periods = ['last_30_days', 'last_90_days', 'this_year', 'last_year'] as const

/** First and last day of a period as of today, both included. */
function periodDays(period: (typeof periods)[number], today: string): { from: string; to: string } {
  const year = Number(today.slice(0, 4)) - (period === 'last_year' ? 1 : 0)
  if (period === 'this_year' || period === 'last_year') return { from: `${year}-01-01`, to: `${year}-12-31` }
  const from = new Date(`${today}T00:00:00Z`)
  from.setUTCDate(from.getUTCDate() - (period === 'last_30_days' ? 29 : 89))
  return { from: from.toISOString().slice(0, 10), to: today }
}

type SearchFiltersProps = { query: SearchQuery; search: ResultSearch; prices: boolean }

/**
 * The filters of the results. Every filter is part of the search text, so that it can be typed, saved and shared.
 * Changing a field rewrites the text.
 */
export function SearchFilters({ query, search, prices }: SearchFiltersProps) {
  const navigate = useNavigate()
  const today = useToday()
  const applyQuery = (next: SearchQuery) => {
    const text = formatSearchQuery(next)
    void navigate(text === '' ? { to: '/' } : searchPath(text, search))
  }
  const types = selectedTypes(query, search)
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap gap-3">
        <SelectField
          label={t('search.status')}
          labelHidden
          className="w-52 max-sm:w-[calc(50%-6px)]"
          value={valuesOf(query, 'status').at(-1) ?? ''}
          onChange={({ target }) => applyQuery(withValues(query, 'status', target.value === '' ? [] : [target.value]))}
          choices={[{ value: '', label: t('search.status.any') }, ...statusChoices(types)]}
        />
        <SelectField
          label={t('search.period')}
          labelHidden
          className="w-52 max-sm:w-[calc(50%-6px)]"
          value={periodOf(query, today)}
          onChange={({ target }) => applyQuery(withPeriod(query, target.value, today))}
          choices={[
            { value: '', label: t('search.period.any') },
            ...periods.map((value) => ({ value, label: t(`search.period.${value}`) })),
            ...(periodOf(query, today) === 'own' ? [{ value: 'own', label: t('search.period.own') }] : []),
          ]}
        />
      </div>
      {query.filters.length > 0 && (
        <ul aria-label={t('search.chips')} className="flex flex-wrap gap-2">
          {query.filters.map((filter) => (
            <li key={filter.text}>
              <FilterChip onRemove={() => applyQuery(withoutFilter(query, filter))}>
                {filterText(filter, types)}
              </FilterChip>
            </li>
          ))}
        </ul>
      )}
      <Hint prices={prices} />
    </div>
  )
}

/** How to filter without leaving the keyboard. */
function Hint({ prices }: { prices: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted max-sm:hidden">
      <span>{t('search.hint')}</span>
      {searchPrefixes
        .filter((prefix) => prefix !== 'over' || prices)
        .map((prefix) => (
          <span key={prefix} className="whitespace-nowrap">
            <code dir="ltr" className="rounded-[4px] bg-sunken px-1 py-0.5 text-text">
              {prefix}:
            </code>{' '}
            {t(`search.prefix.${prefix}`)}
          </span>
        ))}
    </p>
  )
}

function selectedTypes(query: SearchQuery, { type }: ResultSearch): readonly DocumentType[] {
  const typesInText = documentTypes.filter((documentType) => valuesOf(query, 'type').includes(documentType))
  return type ? [type] : typesInText.length > 0 ? typesInText : documentTypes
}

const statusLabel = (types: readonly DocumentType[], status: string) => {
  const type = [...types, ...documentTypes].find((documentType) => statusesOf(documentType).includes(status))
  return type ? label(`status.${type}.${status}`) : status
}

/** Each status code once, also when several types share it. */
function statusChoices(types: readonly DocumentType[]): { value: string; label: string }[] {
  const statuses = [...new Set(types.flatMap(statusesOf))]
  return statuses.map((value) => ({ value, label: statusLabel(types, value) }))
}

function filterText({ prefix, value }: SearchFilter, types: readonly DocumentType[]): string {
  return t(`search.chip.${prefix}`, { value: filterValueText(prefix, value, types) })
}

function filterValueText(prefix: SearchPrefix, value: string, types: readonly DocumentType[]): string {
  if (prefix === 'type') return label(`type.${value}`)
  if (prefix === 'status') return statusLabel(types, value)
  if (prefix === 'after' || prefix === 'before') return formatDate(value)
  return prefix === 'over' ? formatAmount(value, null) : value
}

function periodOf(query: SearchQuery, today: string): string {
  const [from] = valuesOf(query, 'after')
  const [to] = valuesOf(query, 'before')
  if (from === undefined && to === undefined) return ''
  return (
    periods.find((candidate) => periodDays(candidate, today).from === from && periodDays(candidate, today).to === to) ??
    'own'
  )
}

function withPeriod(query: SearchQuery, period: string, today: string): SearchQuery {
  const chosen = periods.find((candidate) => candidate === period)
  const days = chosen && periodDays(chosen, today)
  return withValues(withValues(query, 'after', days ? [days.from] : []), 'before', days ? [days.to] : [])
}
