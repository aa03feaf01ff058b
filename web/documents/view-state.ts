import type { DocumentType } from '../../contract/values.ts'
import type { SavedView } from '../../contract/views.ts'
import { type ListSearch, parseSearch, readListSearch, stringifySearch } from '../paths.ts'
import { validSearch } from './list-state.ts'

/** What of a list's address a view keeps: all but the view's own name, always in the same order. */
export function viewStateOf(type: DocumentType, search: ListSearch): string {
  const { view: _, ...state } = validSearch(type, search)
  return stringifySearch(state).slice(1)
}

/** The list as a view has it, marked with the view that it is. */
export function searchOfView(view: SavedView): ListSearch {
  return { ...validSearch(view.type, readListSearch(parseSearch(view.state))), view: view.id }
}

/** The view as which a list began; undefined for none, or for one that this person does not have. */
export function activeView(views: readonly SavedView[] | undefined, search: ListSearch): SavedView | undefined {
  return views?.find(({ id }) => id === search.view)
}

/** Whether a list is no longer as its view has it. */
export function isViewChanged(view: SavedView, search: ListSearch): boolean {
  return viewStateOf(view.type, search) !== viewStateOf(view.type, searchOfView(view))
}

/** The view with which a list opens: the person's default, never when the address says anything of its own. */
export function defaultViewOf(views: readonly SavedView[] | undefined, search: ListSearch): SavedView | undefined {
  return Object.keys(search).length === 0 ? views?.find(({ isDefault }) => isDefault) : undefined
}
