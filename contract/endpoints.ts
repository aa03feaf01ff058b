import * as auth from './auth.ts'
import * as company from './company.ts'
import * as documents from './documents/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as ingest from './ingest.ts'
import * as passwords from './passwords.ts'
import * as portal from './portal.ts'
import * as profile from './profile.ts'
import * as registration from './registration.ts'
import * as search from './search.ts'
import * as terms from './terms.ts'

/** Every call of the portal. The server has one handler for each, the OpenAPI document and the isolation test read it. */
export const endpoints: readonly Endpoint[] = [
  auth.login,
  auth.refresh,
  auth.logout,
  passwords.forgotPassword,
  passwords.changePassword,
  passwords.changeOwnPassword,
  registration.showInvitation,
  registration.register,
  registration.askToRegister,
  terms.showTerms,
  company.listMembers,
  company.changeMember,
  company.removeMember,
  company.inviteMember,
  company.revokeInvitation,
  portal.showPortal,
  portal.live,
  portal.ready,
  profile.showProfile,
  profile.switchAccount,
  documents.listDocuments,
  documents.countStatuses,
  documents.showDocument,
  documents.downloadAttachment,
  search.searchDocuments,
  ingest.ingestDocuments,
  ingest.ingestUbl,
  ingest.ingestAttachment,
]
