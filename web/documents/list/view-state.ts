import { type ListSearch, searchOfState, validSearch } from '#contract/documents/list-search.ts'
import { stringifySearch } from '#contract/search-parameters.ts'
import type { DocumentType } from '#contract/values.ts'
import type { SavedView } from '#contract/views.ts'

/** The state of a list that a view saves: everything but the view's id, always in the same order. */
export function viewStateOf(type: DocumentType, search: ListSearch): string {
  const { view: _, ...state } = validSearch(type, search)
  return stringifySearch(state).slice(1)
}

/** The state of the list that a view saved, with the view's id. */
export function searchOfView(view: SavedView): ListSearch {
  return { ...searchOfState(view.type, view.state), view: view.id }
}

/** The view with which a list was opened; undefined for none, or for one that this person does not have. */
export function activeView(views: readonly SavedView[] | undefined, search: ListSearch): SavedView | undefined {
  return views?.find(({ id }) => id === search.view)
}

/** Whether a list differs from its view. */
export function isViewChanged(view: SavedView, search: ListSearch): boolean {
  return viewStateOf(view.type, search) !== viewStateOf(view.type, searchOfView(view))
}

/** The view with which a list opens: the person's default, but only when the URL has no parameters. */
export function defaultViewOf(views: readonly SavedView[] | undefined, search: ListSearch): SavedView | undefined {
  return Object.keys(search).length === 0 ? views?.find(({ isDefault }) => isDefault) : undefined
}
