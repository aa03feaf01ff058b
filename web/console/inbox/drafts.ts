import { createDrafts } from '#web/api/drafts.ts'

const storageKey = 'consoleDrafts'

/** The last that staff have begun to write about requests, for a day: until it is sent, they sign out or the tab is closed. */
export const { read: readDraft, keep: keepDraft, end: endDraft } = createDrafts(() => sessionStorage, storageKey)

/** Identifies what a member of staff writes about a request. */
export const draftName = (staff: string, request: string, part: 'answer' | 'note'): string =>
  [staff, request, part].join(' ')

/** Forgets whatever was begun in this tab. */
export function forgetDrafts(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
