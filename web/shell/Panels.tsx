import { useEffect, useState } from 'react'
import { KeyboardHelp } from '../faq/KeyboardHelp.tsx'
import { Appearance } from '../ui/Appearance.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { t } from '../ui/text.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import type { MenuGroup } from './menu.ts'
import { Palette, type PaletteProps } from './Palette.tsx'
import { MenuNavigation } from './SideMenu.tsx'

type MenuPanelProps = { title: string; groups: readonly MenuGroup[]; active: string; onClose: () => void }

/** The main menu of a phone. */
export function MenuPanel({ title, groups, active, onClose }: MenuPanelProps) {
  return (
    <Drawer open onClose={onClose} title={title} side="start">
      <div className="-mx-2 -my-3">
        <MenuNavigation groups={groups} active={active} onChoose={onClose} />
      </div>
    </Drawer>
  )
}

/** The drawer for language and appearance. It is painted first, and its content is rendered while it slides in. */
export function Customizer({ onClose }: { onClose: () => void }) {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => void afterPaint().then(() => setIsPainted(true)), [])
  return (
    <Drawer open onClose={onClose} title={t('customizer.title')}>
      {isPainted && (
        <div className="space-y-5">
          <LanguageChoice />
          <Appearance />
        </div>
      )}
    </Drawer>
  )
}

/** The palette, which Ctrl-K opens. */
export function PalettePanel(props: PaletteProps) {
  return <Palette {...props} />
}

/** The list of keyboard shortcuts. */
export function Keys({ onClose }: { onClose: () => void }) {
  return <KeyboardHelp onClose={onClose} />
}
