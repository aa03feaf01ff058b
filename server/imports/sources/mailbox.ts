import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMail } from '#server/formats/mail/read-mail.ts'
import type { Connector, ConnectorOptions, Fetched } from './connector.ts'
import { SourceFailure } from './source-failure.ts'

/** Where mails are put that were read. */
const folders = { processed: 'Processed', refused: 'Refused' } as const
/** Larger mails are not read: mail servers let 25 to 35 MB through. */
const maxMailBytes = 35_000_000
/** How many mails that are not known yet one look takes. */
const mostMails = 200
/** Files that mail programs add, and pictures: no list is one. */
const noList = /\.(png|jpe?g|gif|svg|webp|bmp|ics|vcf|asc|p7s|sig|eml)$/i

/** Opens a mailbox. Mails of known senders are moved to a folder once their attachments were read; others stay where they are. */
export async function openMailboxSource(options: ConnectorOptions): Promise<Connector> {
  const { source, alreadyRead, signal } = options
  const client = await options.openMailbox(await mailboxOf(options)).catch((error: unknown) => {
    if (error instanceof SourceFailure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceFailure(`The mailbox cannot be opened: ${reason}.`, { cause: error })
  })
  const abort = () => client.close()
  signal.addEventListener('abort', abort)
  const validity = client.mailbox ? String(client.mailbox.uidValidity) : ''
  const uidOf = (key: string) => key.slice(key.indexOf(' ') + 1)

  async function fetchMail(uid: string): Promise<{ bytes: Buffer } | { left: string } | undefined> {
    const head = await client.fetchOne(uid, { size: true, envelope: true }, { uid: true })
    if (!head) return undefined
    const senders = head.envelope?.from ?? []
    const sender = senders.length === 1 ? senders[0]?.address?.toLowerCase() : undefined
    if (sender === undefined) return { left: 'The mail does not name one sender.' }
    if (!isSender(source.senders ?? [], sender))
      return { left: `${sender} is not among the senders whose files are read.` }
    if ((head.size ?? 0) > maxMailBytes) return { left: `The mail of ${sender} is larger than 35 MB.` }
    const mail = await client.fetchOne(uid, { source: true }, { uid: true })
    return mail ? bytesOf(mail.source) : undefined
  }

  return {
    list: async () => {
      const uids = (await client.search({ all: true }, { uid: true })) || []
      const keys = uids.map((uid) => `${validity} ${uid}`)
      const before = await alreadyRead(keys)
      const fresh = keys.filter((key) => !before.has(key)).slice(0, mostMails)
      return [...before, ...fresh].map((key) => ({ key, names: [] }))
    },
    fetch: async ({ key }, folder): Promise<Fetched> => {
      const mail = await fetchMail(uidOf(key))
      if (mail === undefined || 'left' in mail) return mail
      const { from, verdict, files } = await readMail(mail.bytes)
      if (verdict === 'fail')
        return { left: `The mail does not come from ${from?.address}: its mail server denies it.` }
      const lists = files.filter(({ name }) => !noList.test(name))
      if (lists.length === 0) return { left: `The mail of ${from?.address} has no file attached.` }
      return {
        files: await Promise.all(
          lists.map(async ({ name, content }, index) => {
            const path = join(folder, `file-${index}`)
            await writeFile(path, content, { mode: 0o600 })
            return { name, path }
          }),
        ),
      }
    },
    settle: async ({ key }, { outcome }) => {
      const moved = folders[outcome]
      await client.mailboxCreate(moved)
      await client.messageMove(uidOf(key), moved, { uid: true })
    },
    state: () => ({}),
    close: async () => {
      signal.removeEventListener('abort', abort)
      client.close()
    },
  }
}

const bytesOf = (source: Buffer | undefined) => source && { bytes: source }

/** Whether a sender is named by address, or by domain as in @erp.example. */
function isSender(senders: readonly string[], address: string): boolean {
  return senders
    .map((sender) => sender.toLowerCase())
    .some((sender) => (sender.startsWith('@') ? address.endsWith(sender) : address === sender))
}

function tokenHost(endpoint: string): string {
  const { protocol, hostname, username } = URL.canParse(endpoint) ? new URL(endpoint) : ({} as Partial<URL>)
  if (protocol === 'https:' && hostname !== undefined && username !== '') return hostname
  throw new SourceFailure('The address of the tokens must be as in https://client:secret@host/token?scope=…')
}

async function mailboxOf({ source, secret, findAddress }: ConnectorOptions) {
  const url = new URL(source.url)
  const { address } = await findAddress(url.hostname)
  url.username = encodeURIComponent(source.user ?? '')
  if (source.signIn === 'oauth') {
    await findAddress(tokenHost(secret))
    return { url: url.href, address, tokenEndpoint: secret }
  }
  url.password = encodeURIComponent(secret)
  return { url: url.href, address }
}
