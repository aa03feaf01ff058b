import { useCallback, useState } from 'react'
import type { DocumentRow } from '../../contract/documents/endpoints.ts'
import type { DocumentType } from '../../contract/values.ts'
import type { ListSearch } from '../paths.ts'
import { askedOf } from './list-state.ts'
import { nothingSelected, type Selection, withRows } from './selection.ts'

/** The selection of the list that was shown last: opening a document and coming back leaves it as it was. */
let kept: { type: DocumentType; selection: Selection } | null = null

/** What a list is narrowed to, whatever its order. */
function matchedBy(search: ListSearch): Record<string, string> {
  const { sort: _, ...narrowing } = askedOf(search)
  return narrowing
}

const alike = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

/** The ticked documents of a list: they stay through paging, sorting and other filters, and go with the type. */
export function useSelection(type: DocumentType, search: ListSearch, rows: readonly DocumentRow[]) {
  const [chosen, setChosen] = useState<Selection>(() => (kept?.type === type ? kept.selection : nothingSelected))
  const change = useCallback(
    (next: (before: Selection) => Selection) =>
      setChosen((before) => {
        const selection = next(before)
        kept = { type, selection }
        return selection
      }),
    [type],
  )
  // "All that match" means those that matched when it was said.
  const outdated = chosen.kind === 'all' && !alike(chosen.asked, matchedBy(search))
  const onPick = useCallback(
    (picked: readonly DocumentRow[], on: boolean) => change((before) => withRows(before, picked, on, rows)),
    [change, rows],
  )
  return {
    selection: outdated ? nothingSelected : chosen,
    onPick,
    pickAll: () => change(() => ({ kind: 'all', asked: matchedBy(search) })),
    clear: () => change(() => nothingSelected),
  }
}
