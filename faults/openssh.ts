import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'ssh2'
import { vi } from 'vitest'
import { freePort } from './proxies.ts'

const program = '/usr/sbin/sshd'
const keygen = '/usr/bin/ssh-keygen'

/** Whether this machine has OpenSSH's server: Debian's package openssh-server. */
export const hasOpenSsh = (): boolean => existsSync(program)

export type OpenSsh = {
  port: number
  /** The fingerprint of its key, as OpenSSH shows it. */
  hostKey: string
  /** A private key that signs in as root, as ssh-keygen writes it. */
  privateKey: string
  stop: () => Promise<void>
}

/** Starts an OpenSSH of its own, as root, on this machine alone. It ends when it is stopped. */
export async function startOpenSsh(): Promise<OpenSsh> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-openssh-'))
  const port = await freePort()
  // Where it lets each connection drop its rights; its package makes the folder when the machine starts.
  mkdirSync('/run/sshd', { recursive: true })
  for (const name of ['host', 'user']) execFileSync(keygen, ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  writeFileSync(
    join(folder, 'sshd_config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host
PidFile ${folder}/pid
AuthorizedKeysFile ${folder}/user.pub
PermitRootLogin prohibit-password
PasswordAuthentication no
StrictModes no
UsePAM no
Subsystem sftp internal-sftp
`,
  )
  const child = spawn(program, ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const privateKey = readFileSync(join(folder, 'user'), 'utf8')
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const opened = vi.waitFor(() => signsIn(port, privateKey, () => output), { timeout: 10_000, interval: 100 })
  await opened.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const [, hostKey = ''] = execFileSync(keygen, ['-lf', join(folder, 'host.pub')], { encoding: 'utf8' }).split(' ')
  return {
    ...{ port, hostKey, privateKey },
    stop,
  }
}

async function signsIn(port: number, privateKey: string, output: () => string): Promise<void> {
  const client = new Client()
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('ready', resolve).on('error', (error) => reject(new Error(output(), { cause: error })))
      client.connect({ host: '127.0.0.1', port, username: 'root', privateKey })
    })
  } finally {
    client.end()
  }
}
