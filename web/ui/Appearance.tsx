import { Monitor, Moon, PanelLeft, PanelTop, Rows3, Rows4, Sun } from 'lucide-react'
import { useId } from 'react'
import { directionOf } from '#contract/languages.ts'
import type { Density, Theme } from '#contract/profile/appearance.ts'
import { RadioGroup } from './fields/Field.tsx'
import { changeLayout, useLayout } from './layout.ts'
import { language } from './locale.ts'
import { t } from './text.ts'

/**
 * Theme, text direction, menu and density: each change shows at once, and is stored here and in the person's profile.
 */
export function Appearance() {
  const layout = useLayout()
  const id = useId()
  return (
    <div className="space-y-5">
      <RadioGroup<Theme>
        legend={t('customizer.theme')}
        name={`${id}-theme`}
        value={layout.mode}
        onChange={(mode) => changeLayout({ mode })}
        choices={[
          { value: 'lightMode', label: t('customizer.light'), icon: <Sun aria-hidden size={16} /> },
          { value: 'darkMode', label: t('customizer.dark'), icon: <Moon aria-hidden size={16} /> },
          { value: 'systemMode', label: t('customizer.system'), icon: <Monitor aria-hidden size={16} /> },
        ]}
      />
      <RadioGroup<'ltr' | 'rtl'>
        legend={t('customizer.direction')}
        name={`${id}-direction`}
        value={layout.rtl ? 'rtl' : 'ltr'}
        onChange={(direction) =>
          // Choosing the direction of the language makes the direction follow the language again.
          changeLayout({ rtl: direction === directionOf(language) ? null : direction === 'rtl' })
        }
        choices={[
          { value: 'ltr', label: t('customizer.ltr') },
          { value: 'rtl', label: t('customizer.rtl') },
        ]}
      />
      <RadioGroup<'side' | 'top'>
        legend={t('customizer.layout')}
        name={`${id}-menu`}
        value={layout.topMenu ? 'top' : 'side'}
        onChange={(menu) => changeLayout({ topMenu: menu === 'top' })}
        choices={[
          {
            value: 'side',
            label: t('customizer.side'),
            icon: <PanelLeft aria-hidden size={16} className="directional" />,
          },
          { value: 'top', label: t('customizer.top'), icon: <PanelTop aria-hidden size={16} /> },
        ]}
      />
      <RadioGroup<Density>
        legend={t('customizer.density')}
        name={`${id}-density`}
        value={layout.density}
        onChange={(density) => changeLayout({ density })}
        choices={[
          { value: 'comfortable', label: t('customizer.comfortable'), icon: <Rows3 aria-hidden size={16} /> },
          { value: 'compact', label: t('customizer.compact'), icon: <Rows4 aria-hidden size={16} /> },
        ]}
      />
      <p className="text-sm text-muted">{t('customizer.kept')}</p>
    </div>
  )
}
