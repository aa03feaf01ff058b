import { retryMails, unsentMails } from '../mail/outbox.ts'
import { type Command, Failed, optionalOption, table, UsageError } from './command.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const mailCommands: readonly Command[] = [
  {
    name: 'mail list',
    summary: 'Lists the mails that have not left, with what the mail server said.',
    run: async ({ open, out }) => {
      const mails = await unsentMails((await open()).pools.server)
      if (mails.length === 0) return out('All mails have left.')
      const rows = mails.map((mail) => [
        mail.id,
        mail.createdAt,
        mail.kind,
        mail.recipient,
        `${mail.givenUp ? 'given up' : 'waiting'} after ${mail.attempts} ${mail.attempts === 1 ? 'try' : 'tries'}`,
        mail.lastError ?? '',
      ])
      for (const line of table(rows)) out(line.replace(/[\p{Cc}\p{Cf}]/gu, ' '))
    },
  },
  {
    name: 'mail retry',
    summary: 'Has mails that were given up tried again: one, or all.',
    options: { id: { type: 'string' } },
    help: { id: 'One mail by its id; all unless given.' },
    run: async ({ open, out, clock }, args) => {
      const mailId = optionalOption(args, 'id')
      if (mailId !== undefined && !uuidPattern.test(mailId))
        throw new UsageError(`--id "${mailId}" is no id of a mail. See mail list.`)
      const count = await retryMails({ clock }, (await open()).pools.server, mailId)
      if (count === 0 && mailId === undefined) return out('No mail was given up.')
      if (count === 0) throw new Failed('No such mail was given up. See mail list.')
      out(count === 1 ? 'The mail is tried again.' : `${count} mails are tried again.`)
    },
  },
]
