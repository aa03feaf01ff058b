import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import { flagFilters } from '#contract/documents/filter-patterns.ts'
import { type ListSearch, validSearch } from '#contract/documents/list-search.ts'
import { definitions, statusesOf } from '#contract/documents/types.ts'
import { compare } from '#contract/money.ts'
import type { DocumentType } from '#contract/values.ts'
import { Button } from '#web/ui/Button.tsx'
import { normaliseDecimal, unambiguous } from '#web/ui/fields/decimal.ts'
import { CheckField, RadioGroup, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { type Faults, useForm } from '#web/ui/form.ts'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { label, t } from '#web/ui/text.ts'
import { fieldDefinition, fieldLabel } from '../fields.ts'
import { dateLabel } from './active-filters.ts'
import { DayRangeFields, periodsFor } from './DatePanel.tsx'
import { groupChoices, sortChoices } from './LayoutPanel.tsx'
import { withChanges, withoutFilters } from './list-state.ts'
import { withDays, withGroup } from './search-changes.ts'

export type FilterDrawerProps = {
  open: boolean
  onClose: () => void
  type: DocumentType
  search: ListSearch
  prices: boolean
  /** The rows that are loaded: their currencies are offered first. */
  rows: readonly DocumentRow[]
  /** On a phone the drawer also holds the dates and the sort order, for which there is no room elsewhere. */
  withDatesAndSort: boolean
  onChange: (search: ListSearch) => void
}

/** All filters of a list. The list changes only when the filters are applied. */
export function FilterDrawer(props: FilterDrawerProps) {
  const { open, onClose } = props
  const form = useId()
  const [draft, setDraft] = useState(() =>
    withChanges(props.search, { over: shownAmount(props.search.over), under: shownAmount(props.search.under) }),
  )
  const clear = () => {
    props.onChange(withoutFilters(props.search))
    onClose()
  }
  const footer = (
    <div className="flex gap-2">
      <Button variant="primary" type="submit" form={form} className="flex-1">
        {t('filters.apply')}
      </Button>
      <Button onClick={clear}>{t('list.clear')}</Button>
    </div>
  )
  return (
    <Drawer open={open} onClose={onClose} title={t('list.filters')} footer={footer}>
      <FilterForm {...props} id={form} draft={draft} onDraft={setDraft} />
    </Drawer>
  )
}

type FilterFormProps = FilterDrawerProps & { id: string; draft: ListSearch; onDraft: (draft: ListSearch) => void }

function FilterForm({ id, type, draft, prices, withDatesAndSort, rows, onDraft, onChange, onClose }: FilterFormProps) {
  const currencies = useMemo(() => currenciesOf(rows), [rows])
  const form = useForm({
    fields: ['over', 'under'],
    check: () => amountFaults(draft),
    send: async () => {
      onChange(withChanges(draft, { over: normaliseAmount(draft.over), under: normaliseAmount(draft.under) }))
      onClose()
    },
    faultsOf: () => ({}),
  })
  return (
    <form ref={form.ref} id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-6">
      <FlagFilters type={type} draft={draft} onDraft={onDraft} />
      {withDatesAndSort && <DateFilters type={type} draft={draft} onDraft={onDraft} />}
      {prices && type !== 'shipments' && <AmountFilters {...{ draft, currencies, onDraft }} faults={form.faults} />}
      <FieldFilters type={type} draft={draft} onDraft={onDraft} />
      <StatusFilters type={type} draft={draft} onDraft={onDraft} />
      {withDatesAndSort && (
        <SelectField
          label={t('filters.sort')}
          value={draft.sort ?? '-issueDate'}
          choices={sortChoices(type, prices)}
          onChange={(event) => {
            const sort = event.currentTarget.value
            onDraft(withChanges(draft, { sort: sort === '-issueDate' ? undefined : sort }))
          }}
        />
      )}
      {withDatesAndSort && (
        <SelectField
          label={t('view.group')}
          value={validSearch(type, draft).group ?? ''}
          choices={groupChoices()}
          onChange={(event) => onDraft(withGroup(draft, event.currentTarget.value))}
        />
      )}
    </form>
  )
}

type FilterGroupProps = { type: DocumentType; draft: ListSearch; onDraft: (draft: ListSearch) => void }

function FlagFilters({ type, draft, onDraft }: FilterGroupProps) {
  const flags = flagFilters.filter((flag) => validSearch(type, { [flag]: 'true' })[flag])
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-medium">{t('filters.only')}</legend>
      {flags.map((flag) => (
        <CheckField
          key={flag}
          label={t(`filters.only.${flag}`)}
          checked={draft[flag] === 'true'}
          onChange={(event) =>
            onDraft(withChanges(draft, { [flag]: event.currentTarget.checked ? 'true' : undefined }))
          }
        />
      ))}
    </fieldset>
  )
}

function DateFilters({ type, draft, onDraft }: FilterGroupProps) {
  const { dateField, period, from, to } = draft
  const hasOwnDays = from !== undefined || to !== undefined
  const choices = [
    { value: '', label: hasOwnDays ? t('filters.dates.own') : t('filters.dates.any') },
    ...periodsFor(dateField).map((option) => ({ value: option as string, label: t(`list.period.${option}`) })),
  ]
  return (
    <div className="flex flex-col gap-3">
      {definitions[type].keyDate !== 'issueDate' && (
        <RadioGroup
          legend={t('filters.dates.which')}
          name="dateField"
          value={dateField ?? 'issueDate'}
          choices={['issueDate', 'keyDate'].map((value) => ({ value, label: dateLabel(type, value) }))}
          onChange={(value) => onDraft(withChanges(draft, { dateField: value === 'issueDate' ? undefined : value }))}
        />
      )}
      <SelectField
        label={t('list.dates')}
        value={period ?? ''}
        choices={choices}
        onChange={(event) => onDraft(withDays(draft, { dateField, period: event.currentTarget.value }))}
      />
      <DayRangeFields
        from={from}
        to={to}
        onChange={(days) => onDraft(withDays(draft, { dateField, from, to, ...days }))}
      />
    </div>
  )
}

/** A choice for each field by which the type's definition lets the list be filtered. */
function FieldFilters({ type, draft, onDraft }: FilterGroupProps) {
  return definitions[type].filters.map((name) => (
    <SelectField
      key={name}
      label={fieldLabel(type, name)}
      value={draft[name] ?? ''}
      choices={[
        { value: '', label: t('filters.field.any') },
        ...(fieldDefinition(type, name)?.values ?? []).map((value) => ({ value, label: label(`word.${value}`) })),
      ]}
      onChange={(event) => onDraft(withChanges(draft, { [name]: event.currentTarget.value }))}
    />
  ))
}

function StatusFilters({ type, draft, onDraft }: FilterGroupProps) {
  const chosen = draft.status?.split(',') ?? []
  const statusesWith = (status: string, on: boolean) =>
    statusesOf(type).filter((candidate) => (candidate === status ? on : chosen.includes(candidate)))
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-medium">{t('filters.status')}</legend>
      {statusesOf(type).map((status) => (
        <CheckField
          key={status}
          label={label(`status.${type}.${status}`)}
          checked={chosen.includes(status)}
          onChange={(event) =>
            onDraft(withChanges(draft, { status: statusesWith(status, event.currentTarget.checked).join(',') }))
          }
        />
      ))}
    </fieldset>
  )
}

type AmountFaults = { over?: string; under?: string }

/** An amount as the server reads it; undefined when none was typed. */
const normaliseAmount = (typed = '') => normaliseDecimal(typed) || undefined
const shownAmount = (amount: string | undefined) => amount && unambiguous(amount)

const amountPattern = /^-?\d{1,14}(\.\d{1,4})?$/

/** The errors in the amounts as they are typed. */
export function amountFaults(draft: Pick<ListSearch, 'over' | 'under'>): AmountFaults {
  const [over, under] = [normaliseAmount(draft.over), normaliseAmount(draft.under)]
  const message = t('filters.amount.wrong')
  const faults = {
    ...(over !== undefined && !amountPattern.test(over) ? { over: message } : {}),
    ...(under !== undefined && !amountPattern.test(under) ? { under: message } : {}),
  }
  if (Object.keys(faults).length > 0 || over === undefined || under === undefined) return faults
  return compare(under, over) < 0 ? { under: t('filters.amount.swapped') } : {}
}

function currenciesOf(rows: readonly DocumentRow[]): string[] {
  const currencies = new Set<string>()
  for (const row of rows) if ('currency' in row && row.currency) currencies.add(row.currency)
  return [...currencies].sort()
}

type AmountFiltersProps = Omit<FilterGroupProps, 'type'> & { faults: Faults; currencies: readonly string[] }

function AmountFilters({ draft, faults, currencies, onDraft }: AmountFiltersProps) {
  // The drawer is shown before its list is filled with some 150 currencies that few people need.
  const allCurrencies = useDeferredValue(true, false) ? Intl.supportedValuesOf('currency') : []
  const currencyChoices = [...new Set([...currencies, ...(draft.currency ? [draft.currency] : []), ...allCurrencies])]
  const amountField = (name: 'over' | 'under', text: string) => (
    <TextField
      label={text}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={draft[name] ?? ''}
      error={faults[name]}
      onChange={(event) => onDraft(withChanges(draft, { [name]: event.currentTarget.value }))}
    />
  )
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('filters.amount')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {amountField('over', t('filters.amount.from'))}
        {amountField('under', t('filters.amount.to'))}
      </div>
      <SelectField
        className="mt-3"
        label={t('filters.amount.currency')}
        value={draft.currency ?? ''}
        choices={[
          { value: '', label: t('filters.amount.any') },
          ...currencyChoices.map((value) => ({ value, label: value })),
        ]}
        onChange={(event) => onDraft(withChanges(draft, { currency: event.currentTarget.value }))}
      />
    </fieldset>
  )
}
