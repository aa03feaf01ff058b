import { Appearance } from '../ui/Appearance.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'

/** In which language and how the portal looks. */
export function Customizer() {
  return (
    <div className="space-y-5">
      <LanguageChoice />
      <Appearance />
    </div>
  )
}
