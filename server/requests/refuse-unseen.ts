import { PortalError, translatable } from '#contract/errors.ts'
import { changedParts } from '#contract/requests/shown-version.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'

/** The version of a document as a viewer is shown it. */
export type ReadVersion = (viewer: Viewer, type: DocumentType, number: string) => Promise<string>

/**
 * Throws conflict, with what differs, when a locked document is not any more what the person saw; who does not say what
 * they saw is not refused.
 */
export async function refuseUnseen(
  readVersion: ReadVersion,
  viewer: Viewer,
  { type, number, seenVersion }: { type: DocumentType; number: string; seenVersion: string | undefined },
): Promise<void> {
  if (seenVersion === undefined) return
  const parts = changedParts(seenVersion, await readVersion(viewer, type, number))
  if (parts.length === 0) return
  const errors = parts.map((part) => ({
    field: `seenVersion.${part}`,
    message: translatable(`request.documentChanged.${part}`),
  }))
  throw new PortalError('conflict', translatable('request.documentChanged'), { errors })
}
