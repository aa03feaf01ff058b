import { definitions } from '#contract/documents/types.ts'
import { notFound } from '#contract/errors.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'

/** Throws not_found when the viewer's role does not see this type, as if there were no such documents. */
export function requireTypeAccess(viewer: Viewer, type: DocumentType): void {
  if (!viewer.permissions.has(definitions[type].permission)) throw notFound()
}
