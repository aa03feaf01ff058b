import type { ImapFlow } from 'imapflow'
import { openMailbox } from './imap-reception.ts'
import { accessTokens } from './mailbox-tokens.ts'

/** A mailbox by its address with name and password; `tokenEndpoint` gives tokens for one that opens by OAuth 2. */
export type MailboxAddress = { url: string; address: string; tokenEndpoint?: string }

/** Opens mailboxes at network addresses that were found before. */
export function createMailboxOpener(clock: () => Date): (mailbox: MailboxAddress) => Promise<ImapFlow> {
  return ({ url, address, tokenEndpoint }) => {
    const tokens = tokenEndpoint === undefined ? undefined : accessTokens(tokenEndpoint, clock)
    return openMailbox({ url, address, tokens })
  }
}
