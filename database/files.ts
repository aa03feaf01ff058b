import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from './refusal.ts'

/** Makes the data folder, readable by its owner alone, or refuses with the reason. */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Refusal(
      `DATA_DIR: the folder ${dataDir} cannot be made (${reason(error)}). Name another folder or mend its permissions.`,
      { cause: error },
    )
  }
}

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivateFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Refusal(
      `The file ${path} cannot be written (${reason(error)}). Make room or mend the permissions of ${dirname(path)}.`,
      { cause: error },
    )
  }
}

/** Creates a file with its content in one step; false when the name is taken. */
export function createPrivateFile(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (reason(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A file's text, or undefined when there is none. */
export function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (reason(error) === 'ENOENT' || reason(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** The secret kept in the data folder under this name (64 hexadecimal digits), made when it is first asked for. */
export function keptSecret(dataDir: string, name: string): string {
  makeDataFolder(dataDir)
  const path = join(dataDir, name)
  // Created, never overwritten: two commands that start together must agree on one secret.
  const known = readOptional(path)
  if (known === undefined) createPrivateFile(path, `${randomBytes(32).toString('hex')}\n`)
  const secret = (known ?? readOptional(path) ?? '').trim()
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Refusal(`The file ${path} should hold 64 hexadecimal digits and does not. Put it back from a backup.`)
  }
  return secret
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
