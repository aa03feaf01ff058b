import { useSyncExternalStore } from 'react'
import { directionOf } from '../../contract/languages.ts'
import { language } from './reader.ts'

export const themes = ['lightMode', 'darkMode', 'systemMode'] as const
export type Theme = (typeof themes)[number]

/**
 * How a person wants the portal to look; kept in this browser. The script theme.js reads the same before the paint. As
 * long as no direction is chosen it is that of the language.
 */
export type Layout = { mode: Theme; rtl: boolean; topMenu: boolean }
type Chosen = Omit<Layout, 'rtl'> & { rtl?: boolean }

const key = 'layoutMode'
const initial: Chosen = { mode: 'lightMode', topMenu: false }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

function stored(): Chosen {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Layout> | null
    return {
      mode: themes.find((theme) => theme === kept?.mode) ?? initial.mode,
      ...(typeof kept?.rtl === 'boolean' ? { rtl: kept.rtl } : {}),
      topMenu: kept?.topMenu === true,
    }
  } catch {
    return initial
  }
}

let chosen = stored()
let layout = whole()
const listeners = new Set<() => void>()

function whole(): Layout {
  return { ...chosen, rtl: chosen.rtl ?? directionOf(language) === 'rtl' }
}

function apply(): void {
  layout = whole()
  const dark = layout.mode === 'darkMode' || (layout.mode === 'systemMode' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dir = layout.rtl ? 'rtl' : 'ltr'
  for (const listener of listeners) listener()
}

/** Changes a part of the layout, at once and for the next visits. */
export function changeLayout(change: Partial<Layout>): void {
  chosen = { ...chosen, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(chosen))
  } catch {
    // Storage is full or closed: the choice holds for this visit.
  }
  apply()
}

systemDark.addEventListener('change', apply)
window.addEventListener('storage', (event) => {
  if (event.key !== key) return
  chosen = stored()
  apply()
})

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The layout as it is now. */
export function useLayout(): Layout {
  return useSyncExternalStore(watch, () => layout)
}
