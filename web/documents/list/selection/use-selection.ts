import { useCallback, useState } from 'react'
import type { DocumentRow } from '#contract/documents/endpoints.ts'
import type { ListSearch } from '#contract/documents/list-search.ts'
import type { DocumentType } from '#contract/values.ts'
import { emptySelection, filtersWithoutSort, type Selection, selectionIn, withRowsSelected } from './selection.ts'

/** The selection of the list that was shown last: opening a document and coming back leaves it as it was. */
let lastSelection: { type: DocumentType; selection: Selection } | null = null

/** The selected documents of a list: they stay through paging, sorting and other filters, but not for another type. */
export function useSelection(type: DocumentType, search: ListSearch, rows: readonly DocumentRow[]) {
  const [current, setCurrent] = useState<Selection>(() =>
    lastSelection?.type === type ? lastSelection.selection : emptySelection,
  )
  const change = useCallback(
    (next: (before: Selection) => Selection) =>
      setCurrent((before) => {
        const selection = next(selectionIn(search, before))
        lastSelection = { type, selection }
        return selection
      }),
    [type, search],
  )
  const onPick = useCallback(
    (picked: readonly DocumentRow[], on: boolean) => change((before) => withRowsSelected(before, picked, on, rows)),
    [change, rows],
  )
  return {
    selection: selectionIn(search, current),
    onPick,
    pickAll: () => change(() => ({ kind: 'all', filters: filtersWithoutSort(search) })),
    clear: () => change(() => emptySelection),
  }
}
