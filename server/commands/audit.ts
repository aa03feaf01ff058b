import { formatAuditEntry, readAudit } from '../audit/read-audit.ts'
import { type Command, optionalOption, UsageError } from './command.ts'
import { networkLocator } from './settings/geolocation.ts'

function parseMoment(text: string): Date {
  const date = /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`--since "${text}" is no date: write 2026-03-01 or 2026-03-01T08:00Z.`)
  return date
}

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Shows who did what and from where, the newest last.',
  options: {
    user: { type: 'string' },
    account: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string', default: '200' },
  },
  help: {
    user: 'Of one person, by e-mail.',
    account: 'In one account, by its number.',
    since: 'From this date or moment on, in UTC.',
    limit: 'At most so many entries; 200 unless given.',
  },
  run: async ({ config, open, out }, args) => {
    const since = optionalOption(args, 'since')
    const limit = Number(optionalOption(args, 'limit'))
    if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number.')
    const locate = networkLocator(config)
    const filter = {
      user: optionalOption(args, 'user'),
      account: optionalOption(args, 'account'),
      since: since === undefined ? undefined : parseMoment(since),
    }
    const entries = await readAudit((await open()).pools.server, filter, limit)
    if (entries.length === 0) return out('There is no such entry.')
    for (const entry of entries) out(formatAuditEntry(entry, locate))
  },
}
