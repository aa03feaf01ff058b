import type { ReactNode } from 'react'
import { customerFlags, customerOrders } from '#contract/console/customers.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { CheckField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { t } from '#web/ui/text.ts'
import { SearchField } from '../SearchField.tsx'
import type { CustomersSearch } from './customers-search.ts'

/** What narrows and sorts the list of customers. */
export function CustomerFilters({ search }: { search: CustomersSearch }): ReactNode {
  const navigate = useNavigate()
  const narrow = (name: keyof CustomersSearch, value: string | undefined) =>
    void navigate({ to: '/customers', search: { ...search, [name]: value || undefined }, replace: true })
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SearchField
        className="min-w-56 flex-1"
        label={t('customers.search')}
        value={search.text ?? ''}
        onSearch={(text) => narrow('text', text)}
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
    </div>
  )
}
