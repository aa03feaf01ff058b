import { definitions, maySeeFiles } from '#contract/documents/types.ts'
import type { RequestSubject } from '#contract/requests/conversation-rules.ts'
import type { Viewer } from '#contract/viewer.ts'

/** What a conversation is about, as it is stored. */
export type Subject = { type: RequestSubject; number: string }

/** The conversation about what belongs to no document. */
export const accountSubject = { type: 'account', number: 'account' } as const satisfies Subject

/** Whether the viewer may read and write about documents of a type; about the account every member may. */
export function maySeeSubject({ permissions }: Pick<Viewer, 'permissions'>, type: RequestSubject): boolean {
  return type === 'account' || permissions.has(definitions[type].permission)
}

/** Whether the viewer may read files that others sent about it: those about the account may name prices. */
export function maySeeFilesAbout({ permissions }: Pick<Viewer, 'permissions'>, type: RequestSubject): boolean {
  return type === 'account' ? permissions.has('prices') : maySeeFiles(type, permissions)
}
