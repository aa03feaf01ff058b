import type { FastifyRequest } from 'fastify'
import { PortalError, translatable } from '#contract/errors.ts'
import { type Permission, type Role, roles } from '#contract/permissions.ts'
import type { Viewer } from '#contract/viewer.ts'

/** The claims of a verified access token. */
export type Claims = {
  userId: string
  sessionId: string
  accountId: string
  role: Role
  viewedBy?: { staffId: string } | undefined
}

export type VerifyToken = (token: string) => Promise<Claims | undefined>

const permissionsOf = new Map<Role, ReadonlySet<Permission>>(
  Object.entries(roles).map(([role, allowed]) => [role as Role, new Set<Permission>(allowed)]),
)

/** The bearer token of a request, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header !== undefined && header.length > 7 && header.slice(0, 7).toLowerCase() === 'bearer '
    ? header.slice(7).trim()
    : undefined
}

/** The viewer of a request. Throws not_signed_in without a valid token. */
export async function viewerOf(request: FastifyRequest, verify: VerifyToken): Promise<Viewer> {
  const token = bearerOf(request)
  const claims = token === undefined ? undefined : await verify(token)
  if (!claims) throw new PortalError('not_signed_in', translatable('error.signIn'))
  return viewerWith(claims)
}

/** The viewer of a member whose reply by mail carries a verified token; they have no session. */
export const viewerByMail = (member: Omit<Claims, 'sessionId'>): Viewer =>
  viewerWith({ ...member, sessionId: noSession })

/** An id that no session has. */
const noSession = '00000000-0000-0000-0000-000000000000'

const viewerWith = ({ userId, sessionId, accountId, role, viewedBy }: Claims) =>
  ({ userId, sessionId, accountId, role, permissions: permissionsOf.get(role) ?? new Set(), viewedBy }) as Viewer
