import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { PortalError } from '#contract/errors.ts'
import { ingestFiles } from '#contract/imports/endpoints.ts'
import type { ImportProfile } from '#contract/imports/profile.ts'
import type { IngestReport } from '#contract/ingest/documents.ts'
import type { NamedFile } from '../formats/format.ts'
import { profileFormat } from '../formats/formats.ts'
import { unpackZip, ZipRefused } from '../formats/zip/read.ts'
import { callerOf } from '../http/caller.ts'
import { ingestRoute } from '../http/register.ts'
import { type ConsoleImportDeps, consoleImportRoutes } from './console/routes.ts'
import { readProfile } from './profiles.ts'
import { fullListLines } from './report-text.ts'
import { noRows, recordRun } from './run.ts'
import { inOwnFolder, receiveFile } from './scratch.ts'
import { sourceRoutes } from './sources/console-routes.ts'
import { createFindAddress } from './sources/network.ts'
import { pollSources } from './sources/poll.ts'
import { type FolderDeps, watchImportFolder } from './watched-folder.ts'
import { wayRoutes } from './ways/console-routes.ts'

/** In bytes. The body is written to the disk while it comes: a workbook is read from its end. */
const largestBody = 512 * 1024 * 1024

type ImportDeps = Omit<FolderDeps, 'log'> &
  Omit<ConsoleImportDeps, 'log'> & {
    /** The folder whose files are read; unset: none is. */
    folder?: string | undefined
    /** Private networks in which sources of files may be. */
    networks?: readonly string[] | undefined
  } & Pick<
    Parameters<typeof pollSources>[1],
    'mail' | 'staffOfIntake' | 'mailFirstRefusals' | 'secretBox' | 'openMailbox'
  >

/** The call that takes files of any program, the folder and the sources that are looked at, and what staff do in the console. */
export function importRoutes(app: FastifyInstance, { folder, networks, ...deps }: ImportDeps): void {
  const { db, take, noteRefused } = deps
  const noteProblems = async ({ rejected, errors: [first], fullList }: IngestReport) => {
    if (rejected > 0) await noteRefused?.(rejected, first ? `line ${first.line}, ${first.path}: ${first.message}` : '')
    if (fullList && fullList.heldBack !== null) await noteRefused?.(1, fullListLines(fullList)[0] ?? '')
  }
  watchImportFolder(app, deps, folder)
  consoleImportRoutes(app, { ...deps, folder, log: app.log })
  const findAddress = createFindAddress(networks)
  const { lookNow } = pollSources(app, { ...deps, findAddress, folder })
  sourceRoutes(app, { ...deps, findAddress, folder, lookNow })
  wayRoutes(app, { ...deps, folder })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
    ingestRoute(scope, ingestFiles, async ({ query, body, key, request, reply }) => {
      const { profile, version } = await readProfile({ db }, query.profile)
      const dryRun = query.dryRun === 'true'
      const withdraw = query.withdraw === undefined ? undefined : Number(query.withdraw)
      return inOwnFolder(async (folder) => {
        const files = await receive(profile, body as Readable | null, basename(query.name ?? 'file'), folder)
        const start = { profile, version, way: 'call', files, startedBy: null, isDry: dryRun } as const
        const report = await recordRun(deps, start, (run) =>
          take(
            { profile, files, scratch: folder, withdraw },
            {
              ...{ dryRun, run },
              numbering: { source: key.source, numberedBy: key.numberedBy },
              sender: { caller: callerOf(request), keyId: key.id },
              takeTurn: () => scope.admission.enter('ingest', { id: `key ${key.id}` }, reply.raw),
            },
          ),
        )
        if (report.received === 0) throw new PortalError('invalid_input', noRows)
        if (!dryRun) await noteProblems(report)
        return report
      })
    })
  })
}

/** Writes the body to the folder: one file, or those of a ZIP where the profile reads several. */
async function receive(
  profile: ImportProfile,
  body: Readable | null,
  name: string,
  folder: string,
): Promise<NamedFile[]> {
  const path = join(folder, 'body')
  await receiveFile(body, path, {
    most: largestBody,
    tooLarge: 'The file is larger than 512 MB. Send it in parts.',
    empty: 'The body is empty. Send the file with --data-binary @FILE.',
  })
  const single: NamedFile = { name, path }
  const [set] = profileFormat.sets(profile, [single])
  return set && set.missing.length === 0 ? [single] : unpack(path, folder)
}

async function unpack(path: string, folder: string): Promise<NamedFile[]> {
  try {
    return await unpackZip(path, join(folder, 'file'))
  } catch (error) {
    if (!(error instanceof ZipRefused)) throw error
    const message = `The profile reads several files: send them in a ZIP, or at their names by ?name=. ${error.message}`
    throw new PortalError('invalid_input', message, { cause: error })
  }
}
