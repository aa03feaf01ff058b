import { useSyncExternalStore } from 'react'
import { directionOf } from '#contract/languages.ts'
import { type Appearance, type Density, type Theme, themes } from '#contract/profile/appearance.ts'
import { afterPaint } from './after-paint.ts'
import { language } from './locale.ts'

/**
 * How a person wants the portal to look; stored in this browser, and in the profile once they are signed in. The script
 * theme.js reads the same before the first paint. Until a direction is chosen, it is the language's.
 */
export type Layout = { mode: Theme; rtl: boolean; topMenu: boolean; density: Density }
/** `unnoted`: chosen here and not saved in the profile yet. */
type StoredAppearance = Appearance & { unnoted?: boolean }

const key = 'layoutMode'
const initial: StoredAppearance = { mode: 'lightMode', rtl: null, topMenu: false, density: 'comfortable' }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

function readStoredAppearance(): StoredAppearance {
  try {
    const parsed = (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Partial<StoredAppearance>
    return {
      mode: themes.find((theme) => theme === parsed.mode) ?? initial.mode,
      rtl: typeof parsed.rtl === 'boolean' ? parsed.rtl : null,
      topMenu: parsed.topMenu === true,
      density: parsed.density === 'compact' ? 'compact' : 'comfortable',
      unnoted: parsed.unnoted === true,
    }
  } catch {
    // Storage is blocked, or was written by something else: nothing was chosen.
    return initial
  }
}

let storedAppearance = readStoredAppearance()
let layout = currentLayout()
const listeners = new Set<() => void>()

function currentLayout(): Layout {
  return { ...storedAppearance, rtl: storedAppearance.rtl ?? directionOf(language) === 'rtl' }
}

/** Notifies the components at once; the whole page follows a frame later, because redrawing all of it takes longer. */
function apply(): void {
  layout = currentLayout()
  for (const listener of listeners) listener()
  void afterPaint().then(applyToDocument)
}

/** Whether a theme is dark here and now. */
export const isDark = (mode: Theme): boolean => mode === 'darkMode' || (mode === 'systemMode' && systemDark.matches)

function applyToDocument(): void {
  document.documentElement.dataset.theme = isDark(layout.mode) ? 'dark' : 'light'
  document.documentElement.dataset.rows = layout.density
  document.documentElement.dir = layout.rtl ? 'rtl' : 'ltr'
}

/** Changes a part of the layout, now and for later visits; a null direction means the language's. */
export function changeLayout(change: Partial<Appearance>): void {
  store({ ...storedAppearance, ...change, unnoted: true })
}

/** Compares the parts, in whichever order they were read. */
const isSame = (one: Appearance | null, other: Appearance) =>
  Object.entries(other).every(([name, value]) => one?.[name as keyof Appearance] === value)

/** The appearance that was chosen in this browser and differs from the saved one; empty when there is none. */
export function unsavedAppearance(saved: Appearance | null): { appearance?: Appearance } {
  const { unnoted, ...appearance } = storedAppearance
  return unnoted && !isSame(saved, appearance) ? { appearance } : {}
}

/** Shows the appearance that is saved in the profile. */
export function applySavedAppearance(saved: Appearance): void {
  if (storedAppearance.unnoted || !isSame(storedAppearance, saved)) store({ ...saved, unnoted: false })
}

function store(next: StoredAppearance): void {
  storedAppearance = next
  try {
    localStorage.setItem(key, JSON.stringify(storedAppearance))
  } catch {
    // Storage is full or blocked: the choice holds for this visit.
  }
  apply()
}

systemDark.addEventListener('change', apply)
window.addEventListener('storage', (event) => {
  if (event.key !== key) return
  storedAppearance = readStoredAppearance()
  apply()
})

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLayout(): Layout {
  return useSyncExternalStore(watch, () => layout)
}
