import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import ssh2, { type Attributes, type Connection, type PublicKeyAuthContext, type SFTPWrapper } from 'ssh2'

const { Server, utils } = ssh2
const { STATUS_CODE: status } = utils.sftp

export type SftpServer = { port: number; readOnly: (is: boolean) => void; stop: () => Promise<void> }

/** A private key in PEM, as ssh-keygen writes it, and its public key as OpenSSH names it. */
export const sshKey = (): { private: string; public: string } => utils.generateKeyPairSync('ed25519')

/** The key of a server, as a test keeps it for a server that starts again. */
export const hostKeyOf = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

type Users = { password?: string; publicKey?: string }

/** An SFTP server of its own at a free port, which shows one folder as /out; the user is `erp`. */
export async function startSftp(folder: string, hostKey: string, users: Users): Promise<SftpServer> {
  let isReadOnly = false
  const open = new Set<Connection>()
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    open.add(client)
    client.on('close', () => open.delete(client))
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.username !== 'erp') return context.reject()
      if (context.method === 'password' && context.password === users.password) return context.accept()
      if (context.method === 'publickey' && isKeyOf(context, users.publicKey)) return context.accept()
      return context.reject(['password', 'publickey'])
    })
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serveFolder(acceptSftp(), folder, () => isReadOnly)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    readOnly: (is) => {
      isReadOnly = is
    },
    stop: async () => {
      for (const client of open) client.end()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Whether a key is the user's, and signs rightly where it signs already. */
function isKeyOf({ key, signature, blob, hashAlgo }: PublicKeyAuthContext, publicKey: string | undefined): boolean {
  const known = publicKey === undefined ? undefined : utils.parseKey(publicKey)
  if (known === undefined || known instanceof Error || !known.getPublicSSH().equals(key.data)) return false
  return !signature || !blob || known.verify(blob, signature, hashAlgo) === true
}

function serveFolder(sftp: SFTPWrapper, folder: string, isReadOnly: () => boolean): void {
  const local = (path: string) => join(folder, path.replace(/^\/out\/?/, ''))
  const handles = new Map<number, { path: string; content: Buffer; isListed: boolean }>()
  let next = 0
  const attributes = (path: string): Attributes => {
    const { mode, size, mtimeMs } = statSync(path)
    const time = Math.floor(mtimeMs / 1000)
    return { mode, size, uid: 0, gid: 0, atime: time, mtime: time }
  }
  /** Does what is asked for, or answers why not. */
  const attempt = (id: number, work: () => void, writes = false) => {
    if (writes && isReadOnly()) return sftp.status(id, status.PERMISSION_DENIED)
    try {
      work()
    } catch {
      sftp.status(id, status.NO_SUCH_FILE)
    }
  }
  const openHandle = (id: number, path: string, content: Buffer) => {
    handles.set(next, { path, content, isListed: false })
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(next++)
    sftp.handle(id, handle)
  }
  const handleOf = (handle: Buffer) => handles.get(handle.readUInt32BE())
  const describe = (id: number, path: string) => attempt(id, () => sftp.attrs(id, attributes(local(path))))
  sftp.on('STAT', describe).on('LSTAT', describe)
  sftp.on('FSTAT', (id, handle) => attempt(id, () => sftp.attrs(id, attributes(handleOf(handle)?.path ?? ''))))
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      readdirSync(local(path))
      openHandle(id, local(path), Buffer.alloc(0))
    }),
  )
  sftp.on('READDIR', (id, handle) => {
    const opened = handleOf(handle)
    if (!opened || opened.isListed) return sftp.status(id, status.EOF)
    opened.isListed = true
    const names = readdirSync(opened.path)
    sftp.name(
      id,
      names.map((filename) => ({ filename, longname: filename, attrs: attributes(join(opened.path, filename)) })),
    )
  })
  sftp.on('OPEN', (id, path, flags) => {
    const writes = (flags & utils.sftp.OPEN_MODE.WRITE) !== 0
    attempt(id, () => openHandle(id, local(path), writes ? Buffer.alloc(0) : readFileSync(local(path))), writes)
  })
  sftp.on('READ', (id, handle, offset, length) => {
    const content = handleOf(handle)?.content ?? Buffer.alloc(0)
    if (offset >= content.length) return sftp.status(id, status.EOF)
    return sftp.data(id, content.subarray(offset, offset + length))
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    const opened = handleOf(handle)
    if (opened) opened.content = Buffer.concat([opened.content.subarray(0, offset), data])
    if (opened) writeFileSync(opened.path, opened.content)
    sftp.status(id, status.OK)
  })
  sftp.on('CLOSE', (id, handle) => {
    handles.delete(handle.readUInt32BE())
    sftp.status(id, status.OK)
  })
  sftp.on('MKDIR', (id, path) =>
    attempt(
      id,
      () => {
        mkdirSync(join(folder, basename(path)))
        sftp.status(id, status.OK)
      },
      true,
    ),
  )
  sftp.on('RENAME', (id, from, to) =>
    attempt(
      id,
      () => {
        renameSync(local(from), local(to))
        sftp.status(id, status.OK)
      },
      true,
    ),
  )
}
