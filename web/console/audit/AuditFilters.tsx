import type { ReactNode } from 'react'
import { useNavigate } from '#web/routing/hooks.ts'
import { Link } from '#web/routing/Link.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields/Field.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { label, t } from '#web/ui/text.ts'
import { type AuditSearch, readAuditSearch } from './audit-search.ts'

/** What narrows the audit log. */
export function AuditFilters({ search, acts }: { search: AuditSearch; acts: readonly string[] }): ReactNode {
  const navigate = useNavigate()
  const choices = [...new Set([...acts, ...(search.act ? [search.act] : [])])]
    .map((act) => ({ value: act, label: label(`audit.act.${act}`) }))
    .sort((a, b) => a.label.localeCompare(b.label, document.documentElement.lang))
  return (
    <search>
      <form
        className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_2fr_1fr_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()])
          void navigate({ to: '/audit', search: readAuditSearch(Object.fromEntries(fields)) })
        }}
      >
        <TextField
          label={t('audit.person')}
          name="person"
          type="search"
          defaultValue={search.person ?? ''}
          maxLength={100}
        />
        <TextField
          label={t('audit.account')}
          name="account"
          type="search"
          defaultValue={search.account ?? ''}
          maxLength={100}
        />
        <SelectField
          // The choices come with the first entries.
          key={choices.length}
          label={t('audit.act')}
          name="act"
          defaultValue={search.act ?? ''}
          choices={[{ value: '', label: t('audit.all') }, ...choices]}
        />
        <TextField label={t('audit.from')} name="from" type="date" defaultValue={search.from ?? ''} />
        <TextField label={t('audit.to')} name="to" type="date" defaultValue={search.to ?? ''} />
        <div className="flex gap-2">
          <Button type="submit" className="h-10">
            {t('audit.apply')}
          </Button>
          {Object.values(search).some(Boolean) && (
            <Link to="/audit" search={{}} className={`${buttonClass('quiet')} h-10`}>
              {t('audit.clear')}
            </Link>
          )}
        </div>
      </form>
    </search>
  )
}
