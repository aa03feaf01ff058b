import { Globe } from 'lucide-react'
import { isLanguage, languages } from '#contract/languages.ts'
import { languageNames } from '#contract/values/language-names.ts'
import { chooseLanguage, language } from './locale.ts'
import { t } from './text.ts'

/** The language choice for signed-out people: each language by its own name, in the browser's own select list. */
export function LanguageMenu() {
  return (
    <label className="relative inline-flex items-center text-muted hover:text-text">
      <Globe aria-hidden size={16} className="pointer-events-none absolute start-1" />
      <span className="sr-only">{t('language.label')}</span>
      <select
        value={language}
        onChange={({ target }) => {
          if (isLanguage(target.value)) chooseLanguage(target.value)
        }}
        className="field-sizing-content min-h-6 cursor-pointer rounded-control bg-transparent ps-6.5 pointer-coarse:min-h-10"
      >
        {languages.map((code) => (
          <option key={code} value={code} lang={code} className="bg-raised text-text">
            {languageNames[code]}
          </option>
        ))}
      </select>
    </label>
  )
}
