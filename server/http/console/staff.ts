import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Me } from '#contract/console/access.ts'
import {
  type SignedInStaff,
  type Staff,
  type StaffPermission,
  type StaffRole,
  staffRoles,
  staffSessionHours,
} from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PortalError, translatable } from '#contract/errors.ts'

/** A session of the console that was found by the browser's cookie, with its member of staff. */
export type StaffSession = {
  staffId: string
  sessionId: string
  name: string
  email: string
  role: StaffRole
  proven: boolean
}

/** How the console knows who calls. */
export type StaffAccess = {
  /** Whether cookies are sent over https alone. */
  https: boolean
  /** The session of a cookie; undefined when it has ended, or its member of staff is disabled. */
  find: (token: string) => Promise<StaffSession | undefined>
  /** Which page makes a request: one of the portal, another site's, or none that is known. */
  originOf: (request: FastifyRequest) => 'own' | 'foreign' | 'unknown'
}

const permissionsOf = new Map<StaffRole, ReadonlySet<StaffPermission>>(
  Object.entries(staffRoles).map(([role, allowed]) => [role as StaffRole, new Set<StaffPermission>(allowed)]),
)

/** The member of staff whose session it is. */
const staffWith = (session: StaffSession): SignedInStaff =>
  ({ ...session, permissions: permissionsOf.get(session.role) ?? new Set() }) as SignedInStaff

/**
 * The member of staff who makes a request, by the cookie of the console. Looked up for each call, so that whoever is
 * disabled or signed out is so at once, on every server. Throws not_signed_in, and not_allowed for what another site's
 * page sends.
 */
export async function staffOf(
  request: FastifyRequest,
  endpoint: Endpoint,
  access: StaffAccess,
): Promise<SignedInStaff> {
  if (endpoint.method !== 'GET') refuseForeignPage(request, access)
  const token = request.cookies[cookieName(access.https)]
  const session = token === undefined ? undefined : await access.find(token)
  if (!session) throw new PortalError('not_signed_in', translatable('error.signIn'))
  return staffWith(session)
}

/** Throws not_allowed unless a page of the portal makes the request. */
export function refuseForeignPage(request: FastifyRequest, { originOf }: StaffAccess): void {
  if (originOf(request) !== 'own') throw new PortalError('not_allowed', translatable('error.fromPortalOnly'))
}

/** Throws not_allowed when the role of a member of staff does not allow a call. */
export function requirePermission(staff: Staff, { permission }: Endpoint): void {
  if (permission === undefined || staff.permissions.has(permission)) return
  throw new PortalError('not_allowed', translatable('staff.notAllowed'))
}

/** Throws proof_needed when a call is dangerous and its member of staff has not lately shown that it is they. */
export function requireStaffProof(staff: Staff, { proof }: Endpoint): void {
  if (proof && !staff.proven) throw new PortalError('proof_needed', translatable('staff.proofNeeded'))
}

/**
 * The name of the console's cookie. Over https it has the prefix `__Host-`, so that no other host of the same domain can
 * plant one; the prefix demands the path `/`.
 */
const cookieName = (https: boolean) => `${https ? '__Host-' : ''}console`
const cookieOptions = (https: boolean) =>
  ({ httpOnly: true, sameSite: 'strict', secure: https, path: https ? '/' : '/api/console' }) as const

/** Sets the cookie of a session that has just begun. */
function setStaffCookie(reply: FastifyReply, { https }: StaffAccess, token: string): void {
  reply.setCookie(cookieName(https), token, { ...cookieOptions(https), maxAge: staffSessionHours.most * 3600 })
}

/** Takes the cookie of a session away that has ended. */
export function clearStaffCookie(reply: FastifyReply, { https }: StaffAccess): void {
  reply.clearCookie(cookieName(https), cookieOptions(https))
}

/** Gives the browser the cookie of a session that has just begun. Returns who is signed in. */
export function startInBrowser(
  app: FastifyInstance,
  reply: FastifyReply,
  { token, staff }: { token: string; staff: StaffSession },
): Me {
  setStaffCookie(reply, app.staffAccess, token)
  return toMe(staffWith(staff))
}

/** The member of staff as the console shows them. */
export const toMe = ({ staffId, name, email, role, permissions }: SignedInStaff): Me => ({
  ...{ id: staffId, name, email, role },
  permissions: [...permissions],
})
