import { isLanguage, languages } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { useSavePreferences } from '../api/preferences.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { language } from '../ui/locale.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { t } from '../ui/text.ts'

/** The language choice in the customizer, which opens on every page. */
export function LanguageChoice() {
  const save = useSavePreferences()
  return (
    <>
      <SelectField
        label={t('language.label')}
        value={save.isPending ? (save.variables.language ?? language) : language}
        choices={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        onChange={({ target }) => {
          if (isLanguage(target.value)) save.mutate({ language: target.value })
        }}
      />
      <WriteFault of={save} />
    </>
  )
}
