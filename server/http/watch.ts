import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { PortalError } from '../../contract/errors.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { callerOf } from './caller.ts'

/** Who has been let in to a call: a viewer, the holder of a key, or neither. */
export type Entrant = { viewer?: Viewer; key?: { id: string } }

/** Who made a call, as the audit log names them. */
type Actor = { userId: string | null; accountId: string | null; keyId: string | null }

type Watched = { by: Actor; name: string; path: string; caller: ReturnType<typeof callerOf> }

/** Records what became of calls that the audit log tells of. `path` is that of the call, without its query. */
export type Watch = {
  refused: (call: Watched & { code: 'not_allowed' | 'not_found' }) => Promise<void>
  downloaded: (call: Watched) => Promise<void>
}

const actorOf = ({ viewer, key }: Entrant): Actor => ({
  userId: viewer?.userId ?? null,
  accountId: viewer?.accountId ?? null,
  keyId: key?.id ?? null,
})

const watched = (called: Endpoint, request: FastifyRequest, who: Entrant): Watched => ({
  by: actorOf(who),
  name: called.name,
  path: request.url.split('?', 1)[0] ?? '',
  caller: callerOf(request),
})

/** Has recorded that somebody takes a file along. */
export function noteDownload(
  app: FastifyInstance,
  called: Endpoint,
  request: FastifyRequest,
  who: Entrant,
): Promise<void> {
  return app.watch.downloaded(watched(called, request, who))
}

/** Has recorded that somebody known was refused, when that is the error; it stands whether or not that works. */
export async function noteRefusal(
  app: FastifyInstance,
  called: Endpoint,
  request: FastifyRequest,
  who: Entrant,
  error: unknown,
): Promise<void> {
  if (!(error instanceof PortalError) || (who.viewer === undefined && who.key === undefined)) return
  const { code } = error
  if (code !== 'not_allowed' && code !== 'not_found') return
  await app.watch
    .refused({ ...watched(called, request, who), code })
    .catch((err: unknown) => request.log.warn({ err }, 'a refusal could not be recorded'))
}

/** For whom the cursors of a call are signed. */
export function readerOf(called: Endpoint, who: Entrant): string[] {
  const { userId, accountId, keyId } = actorOf(who)
  return [called.name, accountId ?? '', userId ?? keyId ?? '']
}
