import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from './refusal.ts'

/** Creates the data folder, readable by its owner alone; throws Refusal with the reason when it cannot. */
export function createDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Refusal(
      `DATA_DIR: the folder ${dataDir} cannot be made (${errorCode(error)}). Name another folder or mend its permissions.`,
      { cause: error },
    )
  }
}

/** Writes a file that only its owner may read, completely or not at all. Throws Refusal on failure. */
export function writePrivateFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw writeRefusal(path, error)
  }
}

function writeRefusal(path: string, error: unknown): Refusal {
  const [problem, remedy] = {
    ENOSPC: ['the disk is full', 'Make room.'],
    EDQUOT: ['the quota is used up', 'Make room.'],
    EROFS: ['the file system is read-only', 'Mount it for writing, or set DATA_DIR to another folder.'],
  }[errorCode(error)] ?? [errorCode(error), `Make room or mend the permissions of ${dirname(path)}.`]
  return new Refusal(`The file ${path} cannot be written (${problem}). ${remedy}`, { cause: error })
}

/**
 * Creates a file with its content in one step; returns false when the name is taken. Throws Refusal when it cannot be
 * written.
 */
export function createPrivateFile(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, content, { mode: 0o600 })
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw writeRefusal(path, error)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Returns a file's text, or undefined when the file does not exist. */
export function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/**
 * Returns the secret stored in the data folder under this name (64 hexadecimal digits), creating it on first use. When
 * it is created although a database exists, the old one was lost: this is logged, and replacedSecret reports it from
 * then on.
 */
export function readOrCreateSecret(dataDir: string, name: string, log?: { warn: (line: string) => void }): string {
  createDataFolder(dataDir)
  const path = join(dataDir, name)
  // Created, never overwritten: two commands that start together must get the same secret.
  const existing = readOptional(path)
  if (existing === undefined && createPrivateFile(path, `${randomBytes(32).toString('hex')}\n`)) {
    if (existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
      writePrivateFile(`${path}${replacedSuffix}`, `${fingerprint(readOptional(path))}\n`)
      log?.warn(
        `The secret ${path} was missing and has been made anew. Authenticator apps have to be set up again, and mails that wait cannot be opened. If a backup has the old file, put it back and start again.`,
      )
    }
  }
  const secret = (existing ?? readOptional(path) ?? '').trim()
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Refusal(`The file ${path} should hold 64 hexadecimal digits and does not. Put it back from a backup.`)
  }
  return secret
}

/**
 * Returns since when a secret has been a replacement for a lost one, and the file that records it; undefined when it
 * was never lost or the old one was put back.
 */
export function replacedSecret(dataDir: string, name: string): { since: Date; note: string } | undefined {
  const path = join(dataDir, name)
  const note = `${path}${replacedSuffix}`
  if (readOptional(note)?.trim() !== fingerprint(readOptional(path))) return undefined
  return { since: statSync(note).mtime, note }
}

const replacedSuffix = '.made-anew'

function fingerprint(secret: string | undefined): string {
  return createHash('sha256')
    .update((secret ?? '').trim())
    .digest('hex')
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
