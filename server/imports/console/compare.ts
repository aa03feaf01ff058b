import type { Pool } from 'pg'
import type { compareList } from '#contract/console/removed-documents.ts'
import type { Staff } from '#contract/console/staff.ts'
import type { Body, Reply } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import type { GuessColumn } from '#contract/imports/guess.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import { isDocumentType } from '#contract/values.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import { profileFormat } from '#server/formats/formats.ts'
import { selectLatestProfiles } from '../profile-queries.ts'
import { inOwnFolder } from '../scratch.ts'
import type { CompareFiles } from '../take-files.ts'
import { writeUploads } from './uploads.ts'

/** What says which document is meant, and in which version. */
const identifying = ['type', 'number', 'invoiceKind', 'modifiedAt']

const isNumber = ({ field }: GuessColumn) => field.startsWith('number of ')
const isCustomer = ({ field }: GuessColumn) => ['account', 'vat', 'gln'].includes(field)

const nothing = {
  ...{ compared: 0, same: 0, unread: 0, problem: null },
  ...{ missing: [], extra: [], different: [], counts: { missing: 0, extra: 0, different: 0 } },
}

/**
 * Compares an uploaded list with what the portal has. What its columns are is guessed as for an import, unless somebody
 * chose; nothing is compared while no column is known to hold numbers, or customers. Throws not_found, and invalid_input when
 * the list cannot be read.
 */
export function compareUploads(
  { db, compare }: { db: Pool; compare: CompareFiles },
  staff: Staff,
  { uploads, choices, complete }: Body<typeof compareList>,
): Promise<Reply<typeof compareList>> {
  return inOwnFolder(async (folder) => {
    const files = await writeUploads(db, staff.staffId, uploads, folder)
    const earlier = await selectLatestProfiles(db)
    const { profile, columns } = await profileFormat.guess(files, { choices, earlier }).catch((error: unknown) => {
      if (error instanceof FileRefused) throw new PortalError('invalid_input', error.message, { cause: error })
      throw error
    })
    const { type } = profile.documents.fields
    const constant = typeof type === 'object' && 'constant' in type ? type.constant : undefined
    const documentType = typeof constant === 'string' && isDocumentType(constant) ? constant : null
    const known = { type: documentType, columns }
    // Whoever sent the list says first which columns they are.
    if (!columns.some(isNumber) || !columns.some(isCustomer)) return { ...nothing, ...known }
    return { ...known, ...(await compare({ profile: ofIdentity(profile), files, scratch: folder }, complete)) }
  })
}

/** The profile without what is compared by nobody and might not be read. */
function ofIdentity({ documents, ...profile }: ImportProfile): ImportProfile {
  const { lists: _, fields, ...whole } = documents
  const kept = Object.entries(fields).filter(([name]) => identifying.includes(name))
  return { ...profile, documents: { ...whole, fields: Object.fromEntries(kept) } }
}
