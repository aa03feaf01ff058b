import { useSyncExternalStore } from 'react'

export const themes = ['lightMode', 'darkMode', 'systemMode'] as const
export type Theme = (typeof themes)[number]

/** How a person wants the portal to look; kept in this browser. The script theme.js reads the same before the paint. */
export type Layout = { mode: Theme; rtl: boolean; topMenu: boolean }

const key = 'layoutMode'
const initial: Layout = { mode: 'lightMode', rtl: false, topMenu: false }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

function stored(): Layout {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Layout> | null
    return {
      mode: themes.find((theme) => theme === kept?.mode) ?? initial.mode,
      rtl: kept?.rtl === true,
      topMenu: kept?.topMenu === true,
    }
  } catch {
    return initial
  }
}

let layout = stored()
const listeners = new Set<() => void>()

function apply(): void {
  const dark = layout.mode === 'darkMode' || (layout.mode === 'systemMode' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dir = layout.rtl ? 'rtl' : 'ltr'
  for (const listener of listeners) listener()
}

/** Changes a part of the layout, at once and for the next visits. */
export function changeLayout(change: Partial<Layout>): void {
  layout = { ...layout, ...change }
  try {
    localStorage.setItem(key, JSON.stringify(layout))
  } catch {
    // Storage is full or closed: the choice holds for this visit.
  }
  apply()
}

systemDark.addEventListener('change', apply)
window.addEventListener('storage', (event) => {
  if (event.key !== key) return
  layout = stored()
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
