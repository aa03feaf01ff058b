import { Monitor, Moon, PanelLeft, PanelTop, Sun } from 'lucide-react'
import { useId } from 'react'
import { Choice } from './Field.tsx'
import { changeLayout, type Theme, useLayout } from './layout.ts'
import { t } from './text.ts'

/** Theme, text direction and menu: each change shows at once and is kept in this browser. */
export function Appearance() {
  const layout = useLayout()
  const id = useId()
  return (
    <div className="space-y-5">
      <Choice<Theme>
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
      <Choice<'ltr' | 'rtl'>
        legend={t('customizer.direction')}
        name={`${id}-direction`}
        value={layout.rtl ? 'rtl' : 'ltr'}
        onChange={(direction) => changeLayout({ rtl: direction === 'rtl' })}
        choices={[
          { value: 'ltr', label: t('customizer.ltr') },
          { value: 'rtl', label: t('customizer.rtl') },
        ]}
      />
      <Choice<'side' | 'top'>
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
      <p className="text-sm text-muted">{t('customizer.kept')}</p>
    </div>
  )
}
