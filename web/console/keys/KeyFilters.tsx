import type { ReactNode } from 'react'
import { keyStates } from '#contract/console/keys.ts'
import { useNavigate } from '#web/routing/hooks.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { t } from '#web/ui/text.ts'
import { SearchField } from '../SearchField.tsx'
import type { KeysSearch } from './keys-search.ts'

const stateTexts = { active: 'keys.works', idle: 'keys.filter.idle', revoked: 'keys.revoked.state' } as const

/** What narrows the list of keys. */
export function KeyFilters({ search }: { search: KeysSearch }): ReactNode {
  const navigate = useNavigate()
  const narrow = (name: keyof KeysSearch, value: string) =>
    void navigate({ to: '/keys', search: { ...search, [name]: value || undefined }, replace: true })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SearchField label={t('keys.filter.text')} value={search.text ?? ''} onSearch={(text) => narrow('text', text)} />
      <SelectField
        label={t('intake.filter.view')}
        value={search.state ?? ''}
        onChange={({ target }) => narrow('state', target.value)}
        choices={[
          { value: '', label: t('console.filter.all') },
          ...keyStates.map((state) => ({ value: state, label: t(stateTexts[state]) })),
        ]}
      />
    </div>
  )
}
