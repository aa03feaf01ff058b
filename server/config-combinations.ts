import { Refusal } from '#database/refusal.ts'

/** The settings that are looked at, as far as they are set. */
type CombinedSettings = {
  readonly [Name in
    | 'BACKUP_DIR'
    | 'ARCHIVE_DIR'
    | 'DATABASE_URL'
    | 'DATABASE_POOL_URL'
    | 'DATABASE_READ_URL'
    | 'REPLY_MAILBOX'
    | 'PUBLIC_URL'
    | 'ANALYTICS_URL']?: string | undefined
} & {
  readonly [Name in
    | 'BACKUP_AT'
    | 'TOKEN_SECRET'
    | 'REPLY_LISTEN'
    | 'REPLY_ADDRESS'
    | 'REPLY_MAILBOX_TOKENS'
    | 'OIDC_ISSUER'
    | 'OIDC_CLIENT_ID'
    | 'OIDC_CLIENT_SECRET'
    | 'STAFF_OIDC_ISSUER'
    | 'STAFF_OIDC_CLIENT_ID'
    | 'STAFF_OIDC_CLIENT_SECRET'
    | 'STAFF_OIDC_GROUPS'
    | 'REGIONS'
    | 'REGION'
    | 'REGION_SECRET']?: unknown
}

const settingsTogether = [
  ['single sign-on', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  [
    'single sign-on of staff',
    'STAFF_OIDC_ISSUER',
    'STAFF_OIDC_CLIENT_ID',
    'STAFF_OIDC_CLIENT_SECRET',
    'STAFF_OIDC_GROUPS',
  ],
  ['one of several regions', 'REGIONS', 'REGION', 'REGION_SECRET'],
] as const

/** Settings that need others, or exclude them. Throws Refusal with a sentence that names the variables and the remedy. */
export function checkCombinations(config: CombinedSettings): void {
  if (config.DATABASE_URL !== undefined && config.TOKEN_SECRET === undefined) {
    throw new Refusal(
      'TOKEN_SECRET must be set beside DATABASE_URL: all servers of one database sign with the same one.',
    )
  }
  checkBackups(config)
  if (config.DATABASE_POOL_URL !== undefined && config.DATABASE_URL === undefined) {
    throw new Refusal(
      'DATABASE_URL must be set beside DATABASE_POOL_URL: migrations and what listens go past the pooler to it.',
    )
  }
  if (config.DATABASE_READ_URL !== undefined && config.DATABASE_URL === undefined) {
    throw new Refusal('DATABASE_URL must be set beside DATABASE_READ_URL: it is the primary that the replica follows.')
  }
  const repliesComeIn = config.REPLY_MAILBOX !== undefined || config.REPLY_LISTEN !== undefined
  if (repliesComeIn !== (config.REPLY_ADDRESS !== undefined)) {
    throw new Refusal(
      repliesComeIn
        ? 'REPLY_ADDRESS must be set beside REPLY_MAILBOX or REPLY_LISTEN: people reply to it.'
        : 'REPLY_MAILBOX or REPLY_LISTEN must be set beside REPLY_ADDRESS: replies come in there.',
    )
  }
  const { password = '' } = config.REPLY_MAILBOX === undefined ? {} : new URL(config.REPLY_MAILBOX)
  if (config.REPLY_MAILBOX !== undefined && (password === '') === (config.REPLY_MAILBOX_TOKENS === undefined)) {
    throw new Refusal(
      'REPLY_MAILBOX must have a password, as in imaps://name:password@host, or none and REPLY_MAILBOX_TOKENS be set.',
    )
  }
  for (const [what, ...names] of settingsTogether) {
    const missing = names.filter((name) => config[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      throw new Refusal(`${missing.join(' and ')} must be set too: ${what} needs all of ${names.join(', ')}, or none.`)
    }
  }
  checkAddresses(config)
}

function checkAddresses({ REGIONS, PUBLIC_URL, ANALYTICS_URL }: CombinedSettings): void {
  if (REGIONS !== undefined && PUBLIC_URL === undefined)
    throw new Refusal('PUBLIC_URL must be set beside REGIONS: other regions send people there.')
  if (PUBLIC_URL?.startsWith('https:') && ANALYTICS_URL?.startsWith('http:')) {
    throw new Refusal('ANALYTICS_URL must begin with https://: a page that came by https sends nothing to http.')
  }
}

function checkBackups(config: CombinedSettings): void {
  if (config.BACKUP_AT !== undefined && config.BACKUP_DIR === undefined)
    throw new Refusal('BACKUP_DIR must be set beside BACKUP_AT: backups are made there.')
  if (config.ARCHIVE_DIR !== undefined && config.DATABASE_URL !== undefined) {
    throw new Refusal(
      'ARCHIVE_DIR is for the embedded database: let pgBackRest or the like archive your own, or leave DATABASE_URL out.',
    )
  }
  if (config.ARCHIVE_DIR !== undefined && config.BACKUP_AT === undefined)
    throw new Refusal(
      'BACKUP_AT and BACKUP_DIR must be set beside ARCHIVE_DIR: what is archived goes on from a backup.',
    )
}
