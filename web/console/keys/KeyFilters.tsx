import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { keyStates } from '#contract/console/keys.ts'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { t } from '#web/ui/text.ts'
import type { KeysSearch } from './keys-search.ts'

const stateTexts = { active: 'keys.works', idle: 'keys.filter.idle', revoked: 'keys.revoked.state' } as const

/** What narrows the list of keys. */
export function KeyFilters({ search }: { search: KeysSearch }): ReactNode {
  const navigate = useNavigate()
  const narrow = (name: keyof KeysSearch, value: string) =>
    void navigate({ to: '/keys', search: { ...search, [name]: value || undefined }, replace: true })
  return (
    <search className="grid gap-3 sm:grid-cols-2">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          narrow('text', String(new FormData(event.currentTarget).get('text') ?? '').trim())
        }}
      >
        <TextField
          key={search.text}
          label={t('keys.filter.text')}
          name="text"
          type="search"
          maxLength={100}
          defaultValue={search.text ?? ''}
        />
      </form>
      <SelectField
        label={t('intake.filter.view')}
        value={search.state ?? ''}
        onChange={({ target }) => narrow('state', target.value)}
        choices={[
          { value: '', label: t('console.filter.all') },
          ...keyStates.map((state) => ({ value: state, label: t(stateTexts[state]) })),
        ]}
      />
    </search>
  )
}
