import type { Log } from '#database/log.ts'
import { Refusal } from '#database/refusal.ts'
import type { Config } from './config.ts'
import type { Lifetime } from './lifetime.ts'
import { listenRefusal } from './listen-refusal.ts'
import { UnusableCertificate } from './mail/certificate.ts'
import { receiveByImap } from './mail/imap-reception.ts'
import { accessTokens } from './mail/mailbox-tokens.ts'
import type { TakeMail } from './mail/reception.ts'
import { receiveBySmtp } from './mail/smtp-reception.ts'

type ReceptionDeps = Pick<Lifetime, 'onEnd'> & {
  clock: () => Date
  take: TakeMail
  isTaken: (address: string) => boolean
  log: Log
}

/** Lets replies by mail come in on each way that the operator has set up. */
export async function startReceptions(
  config: Config,
  { clock, take, isTaken, onEnd, log }: ReceptionDeps,
): Promise<void> {
  const { REPLY_MAILBOX: url, REPLY_MAILBOX_TOKENS: endpoint } = config
  const tokens = endpoint === undefined ? undefined : accessTokens(endpoint, clock)
  if (url !== undefined) onEnd(2_000, receiveByImap({ url, tokens, take, log }).stop)
  if (config.REPLY_LISTEN === undefined) return
  const { host = config.HOST, port } = config.REPLY_LISTEN
  const [, name = host] = config.REPLY_ADDRESS?.split('@') ?? []
  const reception = await receiveBySmtp({
    host,
    port,
    name,
    certificate: config.REPLY_CERTIFICATE,
    isTaken,
    take,
    log,
  }).catch((error: unknown) => {
    if (error instanceof UnusableCertificate) throw new Refusal(`REPLY_CERTIFICATE: ${error.message}`, { cause: error })
    throw listenRefusal({ setting: 'REPLY_LISTEN', host, port }, error)
  })
  onEnd(2_000, reception.stop)
  log.info(`Replies by mail are taken at ${host}:${reception.port}`)
}
