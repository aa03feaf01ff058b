import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Staff } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { callerOf } from './caller.ts'

/** The identity of a caller: a viewer, the holder of a key, a member of staff, or nobody who is known. */
export type CallerIdentity = { viewer?: Viewer; key?: { id: string }; staff?: Staff }

/** The caller, as the audit log names them. */
type Actor = { userId: string | null; accountId: string | null; keyId: string | null; staffId: string | null }

type AuditedCall = { by: Actor; name: string; path: string; caller: ReturnType<typeof callerOf> }

/** Records calls in the audit log. `path` is that of the call, without its query. */
export type CallAudit = {
  refused: (call: AuditedCall & { code: 'not_allowed' | 'not_found' }) => Promise<void>
  downloaded: (call: AuditedCall) => Promise<void>
}

const actorOf = ({ viewer, key, staff }: CallerIdentity): Actor => ({
  ...(viewer ? personOf(viewer) : { userId: null, staffId: staff?.staffId ?? null }),
  accountId: viewer?.accountId ?? null,
  keyId: key?.id ?? null,
})

/** Who reads for a viewer: the member, or the member of staff who sees what the member sees. */
export const personOf = ({ userId, viewedBy }: Viewer): { userId: string | null; staffId: string | null } =>
  viewedBy ? { userId: null, staffId: viewedBy.staffId } : { userId, staffId: null }

const auditedCall = (endpoint: Endpoint, request: FastifyRequest, identity: CallerIdentity): AuditedCall => ({
  by: actorOf(identity),
  name: endpoint.name,
  path: request.url.split('?', 1)[0] ?? '',
  caller: callerOf(request),
})

/** Records that somebody downloads a file. */
export function recordDownload(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  identity: CallerIdentity,
): Promise<void> {
  return app.watch.downloaded(auditedCall(endpoint, request, identity))
}

/** Records that a known caller was refused, when `error` says so. If recording fails, that is only logged. */
export async function recordRefusal(
  app: FastifyInstance,
  endpoint: Endpoint,
  request: FastifyRequest,
  identity: CallerIdentity,
  error: unknown,
): Promise<void> {
  if (!(error instanceof PortalError) || !(identity.viewer ?? identity.key ?? identity.staff)) return
  const { code } = error
  if (code !== 'not_allowed' && code !== 'not_found') return
  await app.watch
    .refused({ ...auditedCall(endpoint, request, identity), code })
    .catch((err: unknown) => request.log.warn({ err }, 'a refusal could not be recorded'))
}

/** The reader for whom the cursors of a call are signed. */
export function cursorReaderOf(endpoint: Endpoint, identity: CallerIdentity): string[] {
  const { userId, accountId, keyId, staffId } = actorOf(identity)
  return [
    endpoint.name,
    accountId ?? '',
    userId ?? keyId ?? staffId ?? '',
    ...(staffId ? [identity.viewer?.userId ?? ''] : []),
  ]
}
