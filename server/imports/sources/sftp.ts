import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Client, SFTPWrapper } from 'ssh2'
import type { NamedFile } from '#server/formats/format.ts'
import { isUnfinishedName } from '../folder-files.ts'
import { type Connector, type ConnectorOptions, limited, type Waiting } from './connector.ts'
import { SourceFailure } from './source-failure.ts'

const connectTime = 20_000
const standardSettleTime = 5_000
/** What a server answers where the portal may not write: no permission, a failure that it does not explain, not known. */
const refusals = [3, 4, 8]
const absent = 2

type RemoteFile = NamedFile & { size: number; changedAt: number }

/** Opens a folder at an SFTP server. Files that were read are moved inside it, or remembered where that is not wanted or allowed. */
export async function openSftp(options: ConnectorOptions): Promise<Connector> {
  const { source, sets, alreadyRead, signal, settleTime = standardSettleTime } = options
  const { client, hostKey } = await connect(options)
  const abort = () => client.destroy()
  signal.addEventListener('abort', abort)
  const close = async () => {
    signal.removeEventListener('abort', abort)
    client.end()
  }
  const sftp = await openChannel(client).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const folder = decodeURIComponent(new URL(source.url).pathname).replace(/\/+$/, '') || '.'
  const listed = new Map<string, readonly RemoteFile[]>()

  async function remoteFiles(): Promise<RemoteFile[]> {
    const entries = await promisify(sftp.readdir.bind(sftp))(folder).catch((error: unknown) => {
      throw new SourceFailure(`The folder ${folder} cannot be read: ${reasonOf(error)}.`, { cause: error })
    })
    return entries
      .filter(({ filename, attrs }) => (attrs.mode & 0o170000) === 0o100000 && !isUnfinishedName(filename))
      .map(({ filename: name, attrs }) => ({
        ...{ name, path: `${folder}/${name}`, size: attrs.size, changedAt: attrs.mtime },
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  }

  async function completeSets(): Promise<Waiting[]> {
    const files = await remoteFiles()
    return sets(files).flatMap((set) => {
      if (set.missing.length > 0) return []
      const members = files.filter((file) => set.files.some(({ name }) => name === file.name))
      const key = members.map(stateOf).join('\n')
      listed.set(key, members)
      return [{ key, names: members.map(({ name }) => name) }]
    })
  }

  return {
    hostKey,
    list: async () => {
      const first = await completeSets()
      const before = await alreadyRead(first.map(({ key }) => key))
      if (first.every(({ key }) => before.has(key))) return first
      // What is the same after a while is whole.
      await pause(settleTime, undefined, { signal })
      const keys = new Set(first.map(({ key }) => key))
      return (await completeSets()).filter(({ key }) => keys.has(key))
    },
    fetch: async ({ key }, target) => {
      const members = listed.get(key) ?? []
      const files: NamedFile[] = []
      for (const [index, file] of members.entries()) {
        const path = join(target, `file-${index}`)
        await pipeline(sftp.createReadStream(file.path), limited, createWriteStream(path, { mode: 0o600 }), { signal })
        files.push({ name: file.name, path })
      }
      const now = await remoteFiles()
      const isSame = (file: RemoteFile) => now.some((other) => stateOf(other) === stateOf(file))
      return members.every(isSame) ? { files } : undefined
    },
    settle: async ({ key }, { outcome, stamp, report }) => {
      if (source.leavesFiles) return
      for (const file of listed.get(key) ?? []) {
        const kept = `${folder}/${outcome}/${stamp} ${file.name}`
        await putAway(sftp, { file, folder: `${folder}/${outcome}`, kept, report }).catch(ifAllowed)
      }
    },
    state: () => ({}),
    close,
  }
}

const stateOf = ({ name, size, changedAt }: RemoteFile) => `${name} ${size} ${changedAt}`

type Away = { file: RemoteFile; folder: string; kept: string; report: string }

/** Moves a file that was read, with a report beside it; one that was written anew since then stays. */
async function putAway(sftp: SFTPWrapper, { file, folder, kept, report }: Away): Promise<void> {
  const stat = promisify(sftp.stat.bind(sftp))
  await stat(folder).catch(() => promisify(sftp.mkdir.bind(sftp))(folder))
  const reportPath = `${kept}.report.txt`
  await new Promise<void>((resolve, reject) => {
    sftp.writeFile(reportPath, report, (error) => (error ? reject(error) : resolve()))
  })
  const { size, mtime } = await stat(file.path)
  if (size === file.size && mtime === file.changedAt) await promisify(sftp.rename.bind(sftp))(file.path, kept)
}

/** Where the portal may not move files, what it has read is remembered; a file that is gone was taken away. */
function ifAllowed(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'number' || ![...refusals, absent].includes(code)) throw error
}

async function connect({ source, secret, findAddress, signal }: ConnectorOptions) {
  const { hostname, port } = new URL(source.url)
  const { address } = await findAddress(hostname)
  // Loaded with the first server of this kind.
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  let hostKey = ''
  let isOther = false
  const ready = new Promise<void>((resolve, reject) => {
    client.on('ready', resolve)
    client.on('error', reject)
    client.on('close', () => reject(new Error('the connection was closed')))
  })
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(() => secret)),
  )
  const abort = () => client.destroy()
  signal.addEventListener('abort', abort)
  try {
    client.connect({
      ...{ host: address, port: port === '' ? 22 : Number(port), username: source.user ?? '' },
      ...(source.signIn === 'key' ? { privateKey: secret } : { password: secret, tryKeyboard: true }),
      ...{ readyTimeout: connectTime, keepaliveInterval: 10_000, keepaliveCountMax: 3 },
      hostVerifier: (key: Buffer) => {
        hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
        isOther = source.hostKey !== undefined && source.hostKey !== hostKey
        return !isOther
      },
    })
    await ready
  } catch (error) {
    client.destroy()
    if (isOther)
      throw new SourceFailure(
        `The server has another key than before: ${hostKey}. If its operator confirms that, enter this one.`,
        { cause: error },
      )
    throw new SourceFailure(connectionText(error), { cause: error })
  } finally {
    signal.removeEventListener('abort', abort)
  }
  // What is under way fails with the connection.
  client.on('error', () => client.destroy())
  return { client, hostKey }
}

function openChannel(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) reject(new SourceFailure(`The server offers no SFTP: ${error.message}.`, { cause: error }))
      else resolve(sftp)
    })
  })
}

function connectionText(error: unknown): string {
  const level = error instanceof Error && 'level' in error ? error.level : undefined
  if (level === 'client-authentication') return 'The server refuses the sign-in: correct the name, password or key.'
  if (/privateKey/i.test(reasonOf(error)))
    return 'The key cannot be read: it must be a private key without a passphrase, as ssh-keygen writes it.'
  return `The server cannot be reached: ${reasonOf(error)}.`
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
