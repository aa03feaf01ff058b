import { isLanguage, languages } from '#contract/languages.ts'
import type { Profile } from '#contract/profile/endpoints.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { useSavePreferences } from '../api/preferences.ts'
import { Card } from '../ui/Card.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { browserTimeZone } from '../ui/locale.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'

const automatic = 'automatic'

/** The language and time zone of the portal and its mails for a person. */
export function LocaleCard({ profile }: { profile: Profile }) {
  const save = useSavePreferences()
  const { language, timeZone } = { ...profile.user, ...(save.isPending ? save.variables : {}) }
  const accountLanguage = profile.account.language
  const automaticLabel = accountLanguage
    ? t('profile.language.account', { language: languageNames[accountLanguage] })
    : t('profile.language.browser')
  const zone = timeZone ?? browserTimeZone
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort()
  return (
    <Card title={t('profile.reading')}>
      <p className="-mt-1 mb-4 text-muted">{t('profile.reading.text')}</p>
      <div className="grid gap-4">
        <SelectField
          label={t('language.label')}
          value={language ?? automatic}
          choices={[
            { value: automatic, label: automaticLabel },
            ...languages.map((code) => ({ value: code, label: languageNames[code] })),
          ]}
          onChange={({ target }) => save.mutate({ language: isLanguage(target.value) ? target.value : null })}
        />
        <SelectField
          label={t('profile.timeZone')}
          value={zone}
          choices={zones.map((zoneName) => ({ value: zoneName, label: zoneName.replaceAll('_', ' ') }))}
          onChange={({ target }) => save.mutate({ timeZone: target.value })}
        />
        <WriteFault of={save} />
      </div>
    </Card>
  )
}
