import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { providerOf, staffProviderOf } from './config-services.ts'
import type { settings } from './config-settings.ts'

test('with nothing set the portal runs on its standards', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    PORT: 3000,
    HOST: 'localhost',
    DEMO: 'auto',
    REGISTRATION: 'invite',
    LOG_LEVEL: 'info',
  })
  expect(config.DATABASE_URL).toBeUndefined()
})

test('a value that is empty or blank counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '  ' })).toMatchObject({ PORT: 3000, SMTP_URL: undefined })
})

const invalidValues: { readonly [name in keyof typeof settings]: string[] } = {
  PORT: ['65536', '-1', '3e3', '0x50', ' 80 90'],
  HOST: [],
  PUBLIC_URL: ['portal.example.com', 'https://a.example/path', 'ftp://a.example', 'https://me@a.example'],
  DATA_DIR: [],
  FREE_SPACE: ['63', '1 GB', '5%'],
  DATABASE_URL: [
    ...['mysql://a/b', 'postgres://host', 'localhost', 'postgres://a:1,:2/portal', 'postgres://a:1,b:x/portal'],
    ...['postgres://a,b/portal?target_session_attrs=standby', 'postgres://h/portal?host=a,b,c&port=1,2'],
  ],
  DATABASE_POOL_URL: ['pgbouncer:6432', 'postgres://pooler:6432'],
  DATABASE_READ_URL: ['replica:5432', 'mysql://replica/portal'],
  DATABASE_PARTITIONS: ['1', '257', 'many'],
  DATABASE_POOL_SIZE: ['5', '101', 'many'],
  OBJECT_STORAGE_URL: [
    's3://key:secret@bucket',
    'https://s3.example.com/bucket',
    'https://key@s3.example.com/bucket',
    'https://key:secret@s3.example.com',
  ],
  OBJECT_STORAGE_MOVES: ['yes'],
  OBJECT_STORAGE_KEEP_DAYS: ['0', 'for ever'],
  SMTP_URL: ['mail.example.com', 'https://mail.example.com'],
  MAIL_LANGUAGE: ['EN', 'it'],
  SUPPORT_EMAIL: ['support', 'Support <support@example.com>'],
  REPLY_ADDRESS: ['reply', 'reply+x@portal.example', 'conversations@portal.example'],
  REPLY_MAILBOX: ['imap.example.com', 'pop3://a:b@imap.example.com', 'imaps://imap.example.com'],
  REPLY_MAILBOX_TOKENS: [
    'http://portal:secret@login.example/token',
    'https://login.example/token',
    'https://portal@login.example/token',
  ],
  REPLY_CERTIFICATE: [],
  REPLY_LISTEN: ['smtp', '70000', '0.0.0.0'],
  REPLY_VERIFIER: [],
  MAIL_FROM: ['portal', 'Portal <portal@example.com>', 'a@b.example,c@d.example'],
  CONSOLE: ['yes', 'ON'],
  CONSOLE_NETWORKS: ['10.0.0.0/33', 'office'],
  BACKUP_DIR: [],
  BACKUP_AT: ['2:30', '24:00', '02:60', 'night', '02:30:00'],
  BACKUP_KEEP: ['0', '181', 'all'],
  ARCHIVE_DIR: [],
  KEEP_MESSAGES_DAYS: ['0', '90d'],
  KEEP_CHANGES_DAYS: ['30'],
  KEEP_NOTICES_DAYS: ['7'],
  KEEP_AUDIT_DAYS: ['90', '365'],
  DEMO: ['on', 'AUTO'],
  TRUST_PROXY: ['true', '10.0.0.0/33', '10.0.0.1,', 'proxy.local', '::1/129'],
  TOKEN_SECRET: ['short', `${'a'.repeat(32)},short`],
  OIDC_ISSUER: [
    'login.example',
    'http://login.example',
    'https://login.example/?tenant=1',
    'https://login.microsoftonline.com/common/v2.0',
  ],
  OIDC_CLIENT_ID: [],
  OIDC_CLIENT_SECRET: [],
  STAFF_OIDC_ISSUER: ['login.example', 'https://login.microsoftonline.com/organizations/v2.0'],
  STAFF_OIDC_CLIENT_ID: [],
  STAFF_OIDC_CLIENT_SECRET: [],
  STAFF_OIDC_GROUPS: ['owner', 'owner=', 'boss=Portal owners', 'owner=A;B,support'],
  STAFF_OIDC_CLAIM: [],
  STAFF_OIDC_SCOPE: [],
  STAFF_OIDC_SECOND_FACTOR: ['never', 'on'],
  STAFF_OIDC_ACR: [],
  REGIONS: [],
  REGION: [],
  REGION_SECRET: ['short'],
  REGISTRATION: ['closed'],
  IMPORT_FOLDER: [],
  IMPORT_NETWORKS: ['10.0.0.0/33', 'erp.local'],
  PASSWORD_MINIMUM: ['7', '65', '8.5', 'long'],
  PLACES_DATABASE: [],
  BRAND_NAME: [],
  BRAND_COLOR: ['red', '#fff', '#12345g'],
  BRAND_LOGO: ['logo.png', '//evil.example/logo.png', 'http://a.example/logo.png'],
  ANALYTICS_URL: ['plausible.example', 'ftp://plausible.example/api/event'],
  LINK_1: ['https://a.example', 'Help|javascript:alert(1)', '|https://a.example'],
  LINK_2: ['Help'],
  PAYMENT_LINK: [
    'http://pay.example/{number}',
    'https://pay.example/',
    'https://pay.example/{number}/{total}',
    'https://{number}.pay.example/',
    'https://pay.example{number}/',
    'https://{number}@pay.example/',
    'javascript:alert({number})',
  ],
  CLAMD: ['localhost', 'localhost:0', 'clamd.ctl', 'http://localhost:3310'],
  METRICS_LISTEN: ['metrics', '70000', '0.0.0.0'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317', 'https://me:secret@collector'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['collector', 'https://me@collector/v1/traces'],
  OTEL_SERVICE_NAME: [],
  OTEL_TRACES_SAMPLER: ['all', 'jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: ['1.1', '-0.1', '10%'],
  OTEL_BSP_SCHEDULE_DELAY: ['0', '60001', '5s'],
  OTEL_SDK_DISABLED: ['yes'],
  DRAIN_SECONDS: ['-1', '301', '5s'],
  LOG_LEVEL: ['loud'],
}

test.each(Object.entries(invalidValues).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  'a wrong value stops the start and is named: %s=%s',
  (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .+\\.$`))
  },
)

test('what is secret is not repeated when it is wrong', () => {
  expect(() => readConfig({ TOKEN_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  expect(() => readConfig({ DATABASE_URL: 'postgres//owner:hunter2@host/db' })).toThrow(/^(?!.*hunter2)/)
})

test('a database of one’s own asks for a secret that all servers share', () => {
  const DATABASE_URL = 'postgres://owner:secret@db.example/portal'
  expect(() => readConfig({ DATABASE_URL })).toThrow(/^TOKEN_SECRET must be set beside DATABASE_URL/)
  expect(readConfig({ DATABASE_URL, TOKEN_SECRET: 'x'.repeat(32) }).TOKEN_SECRET).toEqual(['x'.repeat(32)])
})

test('backups that are made by themselves have a folder', () => {
  expect(() => readConfig({ BACKUP_AT: '02:30' })).toThrow(/^BACKUP_DIR must be set beside BACKUP_AT/)
  expect(readConfig({ BACKUP_AT: '02:30', BACKUP_DIR: '/backups' })).toMatchObject({
    BACKUP_AT: { hour: 2, minute: 30 },
    BACKUP_KEEP: 14,
  })
})

test('an archive goes on from backups that are made by themselves, of the embedded database', () => {
  const backups = { BACKUP_AT: '02:30', BACKUP_DIR: '/backups' }
  expect(() => readConfig({ ARCHIVE_DIR: '/archive', BACKUP_DIR: '/backups' })).toThrow(
    /^BACKUP_AT and BACKUP_DIR must/,
  )
  const own = { DATABASE_URL: 'postgres://a/portal', TOKEN_SECRET: 'a'.repeat(32) }
  expect(() => readConfig({ ARCHIVE_DIR: '/archive', ...backups, ...own })).toThrow(/^ARCHIVE_DIR is for the embedded/)
  expect(readConfig({ ARCHIVE_DIR: '/archive', ...backups })).toMatchObject({ ARCHIVE_DIR: '/archive' })
})

test('a pooler asks for the address of the database behind it', () => {
  const DATABASE_POOL_URL = 'postgres://pooler.example:6432/portal'
  expect(() => readConfig({ DATABASE_POOL_URL })).toThrow(/^DATABASE_URL must be set beside DATABASE_POOL_URL: .+\.$/)
})

test('single sign-on needs all of its settings, or none', () => {
  const all = { OIDC_ISSUER: 'https://login.example/tenant/v2.0', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 's' }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = all
  expect(providerOf(readConfig(all))).toEqual({ issuer, clientId, clientSecret })
  expect(providerOf(readConfig({}))).toBeUndefined()
  expect(() => readConfig({ ...all, OIDC_CLIENT_SECRET: '' })).toThrow(/^OIDC_CLIENT_SECRET must be set too: .+\.$/)
  expect(() => readConfig({ OIDC_CLIENT_ID: 'portal' })).toThrow(/^OIDC_ISSUER and OIDC_CLIENT_SECRET must be set too/)
})

test('single sign-on of staff needs all of its settings, its groups too, or none', () => {
  const all = {
    ...{
      STAFF_OIDC_ISSUER: 'https://login.example',
      STAFF_OIDC_CLIENT_ID: 'console',
      STAFF_OIDC_CLIENT_SECRET: 'secret',
    },
    STAFF_OIDC_GROUPS: 'owner=Portal owners, support = a=b,owner=6f1c',
  }
  expect(staffProviderOf(readConfig(all))).toMatchObject({
    ...{ claim: 'groups', secondFactor: 'stated', acr: [], moreScopes: undefined },
    groups: [
      { group: 'Portal owners', role: 'owner' },
      { group: 'a=b', role: 'support' },
      { group: '6f1c', role: 'owner' },
    ],
  })
  expect(staffProviderOf(readConfig({}))).toBeUndefined()
  expect(() => readConfig({ ...all, STAFF_OIDC_GROUPS: '' })).toThrow('STAFF_OIDC_GROUPS must be set too')
})

test('a portal that is reached by https does not send page views by http, which browsers refuse', () => {
  const ANALYTICS_URL = 'http://count.example/api/event'
  expect(() => readConfig({ PUBLIC_URL: 'https://portal.example.com', ANALYTICS_URL })).toThrow(
    /^ANALYTICS_URL must begin with https:/,
  )
  expect(readConfig({ ANALYTICS_URL }).ANALYTICS_URL).toBe(ANALYTICS_URL)
})

test('values are given as they are meant', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://portal.example.com/',
    TRUST_PROXY: '10.0.0.5, 192.168.0.0/24',
    LINK_1: 'Help | https://help.example/a|b',
    BRAND_COLOR: '#C8102E',
  })
  expect(config.PUBLIC_URL).toBe('https://portal.example.com')
  expect(config.TRUST_PROXY).toEqual(['10.0.0.5', '192.168.0.0/24'])
  expect(config.LINK_1).toEqual({ label: 'Help', url: 'https://help.example/a|b' })
  expect(config.BRAND_COLOR).toBe('#c8102e')
})

test('replies by mail need an address to reply to and a way on which they come in', () => {
  const REPLY_ADDRESS = 'reply@portal.example'
  expect(() => readConfig({ REPLY_ADDRESS })).toThrow('REPLY_MAILBOX or REPLY_LISTEN must be set beside REPLY_ADDRESS')
  expect(() => readConfig({ REPLY_LISTEN: '2525' })).toThrow('REPLY_ADDRESS must be set beside')
  const withoutPassword = { REPLY_ADDRESS, REPLY_MAILBOX: 'imaps://reply@imap.example' }
  expect(() => readConfig(withoutPassword)).toThrow('REPLY_MAILBOX must have a password')
  const REPLY_MAILBOX_TOKENS = 'https://portal:secret@login.example/token'
  expect(readConfig({ ...withoutPassword, REPLY_MAILBOX_TOKENS })).toMatchObject({ REPLY_MAILBOX_TOKENS })
  const withPassword = { REPLY_ADDRESS, REPLY_MAILBOX: 'imaps://reply:word@imap.example' }
  expect(() => readConfig({ ...withPassword, REPLY_MAILBOX_TOKENS })).toThrow('REPLY_MAILBOX_TOKENS')
  expect(readConfig({ REPLY_ADDRESS, REPLY_LISTEN: '2525' }).REPLY_LISTEN).toEqual({ host: undefined, port: 2525 })
  expect(readConfig({ REPLY_ADDRESS, REPLY_LISTEN: '[::]:2525' }).REPLY_LISTEN).toEqual({ host: '::', port: 2525 })
})
