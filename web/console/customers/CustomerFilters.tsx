import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { customerFlags, customerOrders } from '#contract/console/customers.ts'
import { CheckField, TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { t } from '#web/ui/text.ts'
import { useShortcuts } from '../inbox/shortcuts.ts'
import type { CustomersSearch } from './customers-search.ts'

/** Milliseconds without a key after which what was typed narrows the list. */
const pause = 250

/** What narrows and sorts the list of customers. */
export function CustomerFilters({ search }: { search: CustomersSearch }): ReactNode {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const narrow = (name: keyof CustomersSearch, value: string | undefined) =>
    void navigate({ to: '/customers', search: { ...search, [name]: value || undefined }, replace: true })
  const [typed, setTyped] = useState(search.text ?? '')
  const apply = useEffectEvent((text: string) => {
    if (text !== (search.text ?? '')) narrow('text', text)
  })
  useEffect(() => {
    const timer = setTimeout(() => apply(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  useShortcuts({ '/': () => form.current?.querySelector('input')?.focus() })
  return (
    <search>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          apply(typed.trim())
        }}
        className="mb-4 flex flex-wrap items-end gap-3"
      >
        <TextField
          className="min-w-56 flex-1"
          label={t('customers.search')}
          name="text"
          type="search"
          value={typed}
          maxLength={100}
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          className="min-w-40 max-sm:flex-1"
          label={t('customers.filter.flag')}
          value={search.flag ?? ''}
          onChange={({ target }) => narrow('flag', target.value)}
          choices={[
            { value: '', label: t('customers.filter.all') },
            ...customerFlags.map((flag) => ({ value: flag, label: t(`customers.flag.${flag}`) })),
          ]}
        />
        <SelectField
          className="min-w-40 max-sm:flex-1"
          label={t('customers.sort')}
          value={search.sort ?? 'name'}
          onChange={({ target }) => narrow('sort', target.value === 'name' ? undefined : target.value)}
          choices={customerOrders.map((order) => ({ value: order, label: t(`customers.sort.${order}`) }))}
        />
        <div className="flex h-10 items-center">
          <CheckField
            label={t('customers.mine')}
            checked={search.mine === 'true'}
            onChange={({ target }) => narrow('mine', target.checked ? 'true' : undefined)}
          />
        </div>
      </form>
    </search>
  )
}
