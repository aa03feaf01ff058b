import { showStaffPicture } from '#contract/console/pictures.ts'
import { pathWithQuery } from '#contract/endpoint.ts'

/** The address of the photograph of a member of staff, as it is since a moment. */
export const pictureAddress = (id: string, at: string): string =>
  `/api${pathWithQuery(showStaffPicture, { id }, { at })}`
