import { useSyncExternalStore } from 'react'
import { type Appearance, type Density, type Theme, themes } from '../../contract/appearance.ts'
import { directionOf } from '../../contract/languages.ts'
import { painted } from './painted.ts'
import { language } from './reader.ts'

/**
 * How a person wants the portal to look; kept in this browser, and with the person once they are signed in. The script
 * theme.js reads the same before the paint. As long as no direction is chosen it is that of the language.
 */
export type Layout = { mode: Theme; rtl: boolean; topMenu: boolean; density: Density }
/** `unnoted`: chosen here, and not noted with the person yet. */
type Chosen = Appearance & { unnoted?: boolean }

const key = 'layoutMode'
const initial: Chosen = { mode: 'lightMode', rtl: null, topMenu: false, density: 'comfortable' }
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

function stored(): Chosen {
  try {
    const kept = (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Partial<Chosen>
    return {
      mode: themes.find((theme) => theme === kept.mode) ?? initial.mode,
      rtl: typeof kept.rtl === 'boolean' ? kept.rtl : null,
      topMenu: kept.topMenu === true,
      density: kept.density === 'compact' ? 'compact' : 'comfortable',
      unnoted: kept.unnoted === true,
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

/** What was chosen is marked at once; the whole page follows a frame later, for to draw all of it takes longer. */
function apply(): void {
  layout = whole()
  for (const listener of listeners) listener()
  void painted().then(dress)
}

function dress(): void {
  const dark = layout.mode === 'darkMode' || (layout.mode === 'systemMode' && systemDark.matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.rows = layout.density
  document.documentElement.dir = layout.rtl ? 'rtl' : 'ltr'
}

/** Changes a part of the layout, at once and for the next visits; a null direction is that of the language. */
export function changeLayout(change: Partial<Appearance>): void {
  keep({ ...chosen, ...change, unnoted: true })
}

/** Objects of the same parts, in whichever order they were read. */
const isSame = (one: Appearance | null, other: Appearance) =>
  Object.entries(other).every(([name, value]) => one?.[name as keyof Appearance] === value)

/** What was chosen in this browser and is not what is noted with the person yet. */
export function unnotedLayout(noted: Appearance | null): { appearance?: Appearance } {
  const { unnoted, ...appearance } = chosen
  return unnoted && !isSame(noted, appearance) ? { appearance } : {}
}

/** Shows what is noted with the person. */
export function showLayout(noted: Appearance): void {
  if (chosen.unnoted || !isSame(chosen, noted)) keep({ ...noted, unnoted: false })
}

function keep(wanted: Chosen): void {
  chosen = wanted
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
