import { parseSearch } from '#contract/search-parameters.ts'
import type { Location } from './router.ts'
import { fillPath, type Target } from './routes.ts'

/**
 * When a link is that of the current page: `exact`, not of the pages below its path, nor with further parameters;
 * `includeSearch`, only with its parameters (yes unless it says no); `explicitUndefined`, where those that are undefined
 * must not be there.
 */
export type ActiveOptions = { exact?: boolean; includeSearch?: boolean; explicitUndefined?: boolean }

/** Whether a link leads to the address that has been requested. */
export function isActive(
  { to, params, search = {} }: Target,
  location: Location,
  { exact = false, includeSearch = true, explicitUndefined = false }: ActiveOptions = {},
): boolean {
  const path = to === '.' ? location.pathname : fillPath(to, params)
  const isBelow = !exact && location.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  if (location.pathname !== path && !isBelow) return false
  if (!includeSearch) return true
  const current = parseSearch(location.search)
  const entries = Object.entries(search).filter(([, value]) => explicitUndefined || value !== undefined)
  const hasAll = entries.every(([name, value]) => current[name] === (value === undefined ? undefined : String(value)))
  return hasAll && (!exact || Object.keys(current).length === entries.length)
}
