import type { tryFileSource } from '#contract/console/file-sources.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { FileSource } from '#contract/imports/file-sources.ts'
import { profileFormat } from '#server/formats/formats.ts'
import { findProfile } from '../profile-queries.ts'
import { inOwnFolder } from '../scratch.ts'
import type { OpenMailbox } from './connector.ts'
import type { FindAddress } from './network.ts'
import { openSource } from './open.ts'
import { SourceFailure } from './source-failure.ts'
import { type SourceDeps, secretToTry } from './sources.ts'

export type TryDeps = SourceDeps & { findAddress: FindAddress; openMailbox: OpenMailbox }

/** Milliseconds that trying takes at most: somebody waits for it. */
const longestTry = 60_000
const mostNames = 20

/** Opens a source and says what waits there; nothing is read, moved or kept. Throws invalid_input. */
export async function trySource(
  deps: TryDeps,
  entered: { source: FileSource; secret?: string | undefined },
): Promise<Reply<typeof tryFileSource>> {
  const { source } = entered
  let hostKey: string | null = null
  try {
    const secret = await secretToTry(deps, entered)
    const stored = await findProfile(deps.db, source.profile)
    return await inOwnFolder(async (scratch) => {
      const connector = await openSource({
        ...{ source, secret, state: {}, findAddress: deps.findAddress, openMailbox: deps.openMailbox, scratch },
        sets: (files) => (stored ? profileFormat.sets(stored.profile, files) : []),
        alreadyRead: async () => new Set(),
        ...{ signal: AbortSignal.timeout(longestTry), settleTime: 0 },
      })
      try {
        hostKey = connector.hostKey ?? null
        const waiting = await connector.list()
        const files = waiting.flatMap(({ names }) => names).slice(0, mostNames)
        return { failure: null, waiting: waiting.length, files, hostKey }
      } finally {
        await connector.close()
      }
    })
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    return { failure: error.message, waiting: 0, files: [], hostKey }
  }
}
