import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import { definitions, statusesOf } from '../../contract/documents/types.ts'
import { compare } from '../../contract/money.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { CheckField, Choice, TextField } from '../ui/Field.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { label, t } from '../ui/text.ts'
import { dateLabel } from './active-filters.ts'
import { Days, periodsFor } from './DatePanel.tsx'
import { changed, cleared, withDays } from './list-state.ts'
import { sortChoices } from './ViewPanel.tsx'

export type FilterDrawerProps = {
  open: boolean
  onClose: () => void
  type: DocumentType
  search: ListSearch
  prices: boolean
  /** The rows that are loaded: their currencies are offered first. */
  rows: readonly DocumentRow[]
  /** On a phone it holds the dates and the order too: there is no room for them elsewhere. */
  whole: boolean
  onChange: (search: ListSearch) => void
}

/** All that a list can be narrowed by. Nothing changes behind it until it is said to show the result. */
export function FilterDrawer(props: FilterDrawerProps) {
  const { open, onClose } = props
  const form = useId()
  const [draft, setDraft] = useState(props.search)
  const clear = () => {
    props.onChange(cleared(props.search))
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
      <Fields {...props} id={form} draft={draft} onDraft={setDraft} />
    </Drawer>
  )
}

type FieldsProps = FilterDrawerProps & { id: string; draft: ListSearch; onDraft: (draft: ListSearch) => void }

function Fields({ id, type, draft, prices, whole, rows, onDraft, onChange, onClose }: FieldsProps) {
  const currencies = useMemo(() => currenciesOf(rows), [rows])
  const [faults, setFaults] = useState<AmountFaults>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = amountFaults(draft)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    onChange(changed(draft, { over: plain(draft.over), under: plain(draft.under) }))
    onClose()
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <Only type={type} draft={draft} onDraft={onDraft} />
      {whole && <Dates type={type} draft={draft} onDraft={onDraft} />}
      {prices && type !== 'shipments' && <Amount {...{ draft, faults, currencies, onDraft }} />}
      <Statuses type={type} draft={draft} onDraft={onDraft} />
      {whole && (
        <SelectField
          label={t('filters.sort')}
          value={draft.sort ?? '-issueDate'}
          choices={sortChoices(type, prices)}
          onChange={(event) => {
            const sort = event.currentTarget.value
            onDraft(changed(draft, { sort: sort === '-issueDate' ? undefined : sort }))
          }}
        />
      )}
    </form>
  )
}

type Part = { type: DocumentType; draft: ListSearch; onDraft: (draft: ListSearch) => void }

function Only({ type, draft, onDraft }: Part) {
  const flags = (['late', 'needsAction', 'open'] as const).filter(
    (flag) => flag !== 'late' || definitions[type].canBeLate,
  )
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-medium">{t('filters.only')}</legend>
      {flags.map((flag) => (
        <CheckField
          key={flag}
          label={t(`filters.only.${flag}`)}
          checked={draft[flag] === 'true'}
          onChange={(event) => onDraft(changed(draft, { [flag]: event.currentTarget.checked ? 'true' : undefined }))}
        />
      ))}
    </fieldset>
  )
}

function Dates({ type, draft, onDraft }: Part) {
  const { dateField, period, from, to } = draft
  const own = from !== undefined || to !== undefined
  const choices = [
    { value: '', label: own ? t('filters.dates.own') : t('filters.dates.any') },
    ...periodsFor(dateField).map((one) => ({ value: one as string, label: t(`list.period.${one}`) })),
  ]
  return (
    <div className="flex flex-col gap-3">
      {definitions[type].keyDate !== 'issueDate' && (
        <Choice
          legend={t('filters.dates.which')}
          name="dateField"
          value={dateField ?? 'issueDate'}
          choices={['issueDate', 'keyDate'].map((value) => ({ value, label: dateLabel(type, value) }))}
          onChange={(value) => onDraft(changed(draft, { dateField: value === 'issueDate' ? undefined : value }))}
        />
      )}
      <SelectField
        label={t('list.dates')}
        value={period ?? ''}
        choices={choices}
        onChange={(event) => onDraft(withDays(draft, { dateField, period: event.currentTarget.value }))}
      />
      <Days from={from} to={to} onChange={(days) => onDraft(withDays(draft, { dateField, from, to, ...days }))} />
    </div>
  )
}

function Statuses({ type, draft, onDraft }: Part) {
  const chosen = draft.status?.split(',') ?? []
  const toggled = (status: string, on: boolean) =>
    statusesOf(type).filter((one) => (one === status ? on : chosen.includes(one)))
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 text-sm font-medium">{t('filters.status')}</legend>
      {statusesOf(type).map((status) => (
        <CheckField
          key={status}
          label={label(`status.${type}.${status}`)}
          checked={chosen.includes(status)}
          onChange={(event) =>
            onDraft(changed(draft, { status: toggled(status, event.currentTarget.checked).join(',') }))
          }
        />
      ))}
    </fieldset>
  )
}

type AmountFaults = { over?: string; under?: string }

/** An amount as the server reads it: a comma for the decimals is as good as a point, spaces do not matter. */
function plain(typed: string | undefined): string | undefined {
  const text = typed?.replace(/[\s\u00a0\u202f']/g, '').replace(',', '.')
  return text === '' ? undefined : text
}

const readable = /^-?\d{1,14}(\.\d{1,4})?$/

/** What is wrong with the amounts as they are typed. */
export function amountFaults(draft: Pick<ListSearch, 'over' | 'under'>): AmountFaults {
  const [over, under] = [plain(draft.over), plain(draft.under)]
  const wrong = t('filters.amount.wrong')
  const faults = {
    ...(over !== undefined && !readable.test(over) ? { over: wrong } : {}),
    ...(under !== undefined && !readable.test(under) ? { under: wrong } : {}),
  }
  if (Object.keys(faults).length > 0 || over === undefined || under === undefined) return faults
  return compare(under, over) < 0 ? { under: t('filters.amount.swapped') } : {}
}

function currenciesOf(rows: readonly DocumentRow[]): string[] {
  const all = new Set<string>()
  for (const row of rows) if ('currency' in row && row.currency) all.add(row.currency)
  return [...all].sort()
}

type AmountProps = Omit<Part, 'type'> & { faults: AmountFaults; currencies: readonly string[] }

function Amount({ draft, faults, currencies, onDraft }: AmountProps) {
  // The drawer is seen before the hundred and fifty currencies that hardly anybody looks for are in their list.
  const all = useDeferredValue(true, false) ? Intl.supportedValuesOf('currency') : []
  const known = [...new Set([...currencies, ...(draft.currency ? [draft.currency] : []), ...all])]
  const amount = (name: 'over' | 'under', text: string) => (
    <TextField
      label={text}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={draft[name] ?? ''}
      error={faults[name]}
      onChange={(event) => onDraft(changed(draft, { [name]: event.currentTarget.value }))}
    />
  )
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('filters.amount')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {amount('over', t('filters.amount.from'))}
        {amount('under', t('filters.amount.to'))}
      </div>
      <SelectField
        className="mt-3"
        label={t('filters.amount.currency')}
        value={draft.currency ?? ''}
        choices={[{ value: '', label: t('filters.amount.any') }, ...known.map((value) => ({ value, label: value }))]}
        onChange={(event) => onDraft(changed(draft, { currency: event.currentTarget.value }))}
      />
    </fieldset>
  )
}
