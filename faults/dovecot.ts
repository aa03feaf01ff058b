import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { vi } from 'vitest'
import { freePort } from './proxies.ts'

const program = '/usr/sbin/dovecot'

/** Whether this machine has a Dovecot: Debian's package dovecot-imapd. */
export const hasDovecot = (): boolean => existsSync(program)

export type Dovecot = {
  /** The address of its mailbox, as REPLY_MAILBOX takes it. */
  url: string
  /** Puts mails into the mailbox as a mail server does; without `tell` nobody who waits is told (IDLE). */
  deliver: (mails: readonly Buffer[]) => Promise<void>
  /** How many mails are in a folder. */
  count: (folder: string) => Promise<number>
  stop: () => Promise<void>
}

/**
 * Starts a Dovecot of its own, as root, on this machine alone, with one mailbox; `idle` says whether it tells of new mails. With
 * `tokensOf`, a client of the provider whose introspection endpoint it is opens the mailbox of its name by a token. It ends
 * when it is stopped.
 */
export async function startDovecot({ idle = true, tokensOf = '', user = 'reply' } = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-dovecot-'))
  const port = await freePort()
  const mails = join(folder, 'mails')
  // Dovecot opens no mailbox as root; its package makes this user.
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'dovecot'], { encoding: 'utf8' })),
  )
  chmodSync(folder, 0o755)
  mkdirSync(mails)
  chownSync(mails, uid, gid)
  const tokenPassdb = `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/tokens.conf
}
`
  const tokenSettings = [
    'introspection_mode = post',
    `introspection_url = ${tokensOf}`,
    'username_attribute = client_id',
  ]
  writeFileSync(
    join(folder, 'tokens.conf'),
    [...tokenSettings, 'active_attribute = active', 'active_value = true', ''].join('\n'),
  )
  const withoutIdle = 'IMAP4rev1 LITERAL+ SASL-IR ID ENABLE NAMESPACE UIDPLUS MOVE'
  writeFileSync(
    join(folder, 'dovecot.conf'),
    `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login${tokensOf && ' xoauth2 oauthbearer'}
mail_location = maildir:${mails}/%u
first_valid_uid = ${uid}
first_valid_gid = ${gid}
default_process_limit = 20
default_client_limit = 100
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
${idle ? '' : `protocol imap {\n  imap_capability = ${withoutIdle}\n}\n`}${tokensOf && tokenPassdb}passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${mails}/%u
}
`,
  )
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const connect = async () => {
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, logger: false },
      auth: { user, pass: 'secret' },
    })
    await client.connect()
    return client
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const opened = vi.waitFor(
    async () => {
      const client = await connect().catch((error: unknown) => {
        throw new Error(`Dovecot does not answer: ${output}`, { cause: error })
      })
      await client.logout()
    },
    { timeout: 10_000, interval: 100 },
  )
  await opened.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    url: `imap://${user}:secret@127.0.0.1:${port}/INBOX`,
    deliver: async (raw) => {
      const client = await connect()
      for (const mail of raw) await client.append('INBOX', mail)
      await client.logout()
    },
    count: async (name) => {
      const client = await connect()
      const status = await client.status(name, { messages: true }).catch(() => ({ messages: -1 }))
      await client.logout()
      return status === false ? -1 : (status.messages ?? -1)
    },
    stop,
  }
}
