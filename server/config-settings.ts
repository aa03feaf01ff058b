import { languages } from '#contract/languages.ts'
import { readAddress } from '#database/connection/hosts.ts'
import {
  address,
  anyText,
  bucketUrl,
  collector,
  color,
  integerBetween,
  link,
  listenAddress,
  mailboxUrl,
  networks,
  oneOf,
  origin,
  path,
  paymentTemplate,
  picture,
  port,
  provider,
  replyMailbox,
  samplers,
  scannerAddress,
  secrets,
  share,
  staffGroups,
  timeOfDay,
  tokenEndpoint,
  url,
  words,
} from './setting-values.ts'

/** Reads one value; throws an error whose message ends the sentence "NAME …". */
export type Setting<T> = {
  /** What the setting is for, as in the table of the README. */
  readonly meaning: string
  /** The default as a person would write it; undefined where there is none. */
  readonly standard?: string
  readonly secret?: boolean
  readonly parse: (text: string) => T
}

const setting = <T>(
  meaning: string,
  parse: (text: string) => T,
  options: { standard?: string; secret?: boolean } = {},
) => ({ meaning, parse, ...options }) satisfies Setting<T>

/** Every environment variable that the portal reads, checked once at start. */
export const settings = {
  PORT: setting('Port of the portal.', port, { standard: '3000' }),
  HOST: setting('Address to listen on; 0.0.0.0 for all.', anyText, { standard: 'localhost' }),
  PUBLIC_URL: setting('Where people reach the portal: links in mails, cookies and sign-in go by it.', origin),
  DATA_DIR: setting(
    'Folder of the embedded database, secrets and kept mails; unset: ./.data, and ./.data/demo for the demo company.',
    path,
    { standard: './.data' },
  ),
  FREE_SPACE: setting(
    'Megabytes of the disk of DATA_DIR that stay free for the embedded database: with less nothing new is taken; unset: 1024, or 5 % of a larger disk.',
    integerBetween(64, 10_000_000),
  ),
  DATABASE_URL: setting('Owner’s address of a PostgreSQL 15 to 18 of your own; unset: the embedded one.', readAddress, {
    secret: true,
  }),
  DATABASE_POOL_URL: setting(
    'Address of a pooler (PgBouncer from 1.21 on, pooling transactions) before that database; unset: DATABASE_URL.',
    readAddress,
    { secret: true },
  ),
  DATABASE_READ_URL: setting(
    'Address of a replica of that database, from which customers’ pages are read; unset: DATABASE_URL.',
    readAddress,
    { secret: true },
  ),
  DATABASE_PARTITIONS: setting(
    'How many partitions, by account, each large table of a new database has; unset: none.',
    integerBetween(2, 256),
  ),
  DATABASE_POOL_SIZE: setting(
    'Most connections of a server to the database for customers, and as many again for sign-in and short work; unset: 16, or fewer with little memory.',
    integerBetween(6, 100),
  ),
  OBJECT_STORAGE_URL: setting(
    'Bucket of an S3-compatible storage for attachments and other files: https://KEY:SECRET@host/BUCKET?region=…; unset: they are in the database.',
    bucketUrl,
    { secret: true },
  ),
  OBJECT_STORAGE_MOVES: setting(
    'Whether files are moved there and removed when nothing needs them: on, or off, with which those that are there are only read.',
    oneOf('on', 'off'),
    { standard: 'on' },
  ),
  OBJECT_STORAGE_KEEP_DAYS: setting(
    'Days for which a file stays there after it was replaced or deleted, so that a restored backup finds it.',
    integerBetween(1, 3_650),
    { standard: '30' },
  ),
  SMTP_URL: setting('Mail server; unset: mails are kept in DATA_DIR/outbox.', url('smtp:', 'smtps:'), { secret: true }),
  MAIL_FROM: setting('Address that mails come from; unset: portal@ and the host of PUBLIC_URL.', address),
  MAIL_LANGUAGE: setting(
    'Language of mails to people who have chosen none, such as your own people: en, de, fr, es, nl or ar.',
    oneOf(...languages),
    { standard: 'en' },
  ),
  SUPPORT_EMAIL: setting(
    'Who hears of what customers ask, where a document names no salesperson; unset: the e-mail of seller.json.',
    address,
  ),
  REPLY_ADDRESS: setting(
    'Address at which replies to mails about requests are read, as in reply@portal.example.com; unset: they are not.',
    replyMailbox,
  ),
  REPLY_MAILBOX: setting(
    'Mailbox into which those replies come: imaps://name:password@host/INBOX. It is for them alone.',
    mailboxUrl,
    { secret: true },
  ),
  REPLY_MAILBOX_TOKENS: setting(
    'Where the tokens of a mailbox without a password come from (OAuth 2): https://client:secret@host/token?scope=…',
    tokenEndpoint,
    { secret: true },
  ),
  REPLY_LISTEN: setting(
    'Where the portal takes those replies itself, by SMTP: a port of HOST, or address:port.',
    listenAddress,
  ),
  REPLY_CERTIFICATE: setting(
    'PEM file with certificate and key, with which the portal offers TLS at REPLY_LISTEN; unset: none.',
    anyText,
  ),
  REPLY_VERIFIER: setting(
    'Name of your mail server in Authentication-Results; unset: the topmost of them counts.',
    anyText,
  ),
  CONSOLE: setting('Whether there is a console for your own people, at /console/: on or off.', oneOf('on', 'off'), {
    standard: 'on',
  }),
  CONSOLE_NETWORKS: setting(
    'Addresses or networks from which the console is reached, with commas; unset: all.',
    networks,
  ),
  BACKUP_DIR: setting('Folder in which the console makes backups, best on another disk; unset: it makes none.', path),
  BACKUP_AT: setting('Time of day at which a backup is made by itself, as in 02:30; unset: none is.', timeOfDay),
  BACKUP_KEEP: setting('How many undamaged backups stay when one is made by itself.', integerBetween(1, 180), {
    standard: '14',
  }),
  ARCHIVE_DIR: setting(
    'Folder into which each change of the embedded database is archived, best on another disk: it can be restored to any moment since the oldest backup; unset: it is not.',
    path,
  ),
  KEEP_MESSAGES_DAYS: setting(
    'Days for which what the ERP sends is kept as it came, and what was refused of it.',
    integerBetween(1, 3_650),
    { standard: '90' },
  ),
  KEEP_CHANGES_DAYS: setting(
    'Days for which the history of documents is kept, at least 365; unset: as long as the document.',
    integerBetween(365, 36_500),
  ),
  KEEP_NOTICES_DAYS: setting(
    'Days for which notices are kept, at least 30; unset: as long as the document.',
    integerBetween(30, 36_500),
  ),
  KEEP_AUDIT_DAYS: setting(
    'Days for which the audit log is kept, at least 366; unset: for ever.',
    integerBetween(366, 36_500),
  ),
  DEMO: setting(
    'auto: a portal that only this machine reaches, with nothing else set, shows a demo company; off: none does.',
    oneOf('auto', 'off'),
    { standard: 'auto' },
  ),
  TRUST_PROXY: setting('Addresses or networks of the proxies in front, with commas; they name the caller.', networks),
  TOKEN_SECRET: setting(
    'At least 32 characters, the same on every server; unset with the embedded database: made once and kept.',
    secrets,
    { secret: true },
  ),
  OIDC_ISSUER: setting('Identity provider for single sign-on (OpenID Connect), as it names itself.', provider),
  OIDC_CLIENT_ID: setting('What the portal is known as there.', anyText),
  OIDC_CLIENT_SECRET: setting('Its secret there.', anyText, { secret: true }),
  STAFF_OIDC_ISSUER: setting(
    'Identity provider at which your own people sign in to the console (OpenID Connect); it may be the same.',
    provider,
  ),
  STAFF_OIDC_CLIENT_ID: setting('What the console is known as there.', anyText),
  STAFF_OIDC_CLIENT_SECRET: setting('Its secret there.', anyText, { secret: true }),
  STAFF_OIDC_GROUPS: setting(
    'Which group there has which role, with commas: owner=GROUP, support=GROUP, …; the first that fits counts.',
    staffGroups,
  ),
  STAFF_OIDC_CLAIM: setting('Claim that lists the groups.', anyText, { standard: 'groups' }),
  STAFF_OIDC_SCOPE: setting('Scopes to ask for beside openid, email and profile, with blanks.', anyText),
  STAFF_OIDC_SECOND_FACTOR: setting(
    'stated: the provider says of each sign-in that it asked for a second factor; always: it always asks for one.',
    oneOf('stated', 'always'),
    { standard: 'stated' },
  ),
  STAFF_OIDC_ACR: setting('Values of acr, with commas, that say so, beside mfa in amr.', words),
  REGIONS: setting(
    'File that names the regions, where a supplier has several portals, and which accounts live where.',
    path,
  ),
  REGION: setting('Name of this region there.', anyText),
  REGION_SECRET: setting('At least 32 characters, the same in all regions.', secrets, { secret: true }),
  REGISTRATION: setting('Who may register: the invited, who asks, or everyone.', oneOf('invite', 'request', 'open'), {
    standard: 'invite',
  }),
  PASSWORD_MINIMUM: setting(
    'Least characters of a password; unset: 15, or 8 with a second factor.',
    integerBetween(8, 64),
  ),
  PLACES_DATABASE: setting(
    'File of places by address (.mmdb: GeoLite2, DB-IP; city or country): sign-ins are shown with it.',
    path,
  ),
  BRAND_NAME: setting('Name of the portal, unless the console has another; colour and logo likewise.', anyText, {
    standard: 'Track & Trace',
  }),
  BRAND_COLOR: setting('Brand colour, as #rrggbb.', color),
  BRAND_LOGO: setting('Address of the logo, https:// or a path of the portal.', picture),
  ANALYTICS_URL: setting(
    'Where page views are counted, as Plausible takes them; unset: nowhere.',
    url('https:', 'http:'),
  ),
  LINK_1: setting('A link in the menu: Label|https://…', link),
  LINK_2: setting('A second link in the menu.', link),
  PAYMENT_LINK: setting(
    'Where an open invoice is paid: https://… with {number} or {reference}, and {amount} and {currency} if wanted.',
    paymentTemplate,
  ),
  IMPORT_FOLDER: setting(
    'Folder whose files are imported: in it a folder for each import profile, named as the profile; unset: none.',
    path,
  ),
  IMPORT_NETWORKS: setting(
    'Private addresses or networks, with commas, in which sources of files may be; unset: only the internet.',
    networks,
  ),
  CLAMD: setting(
    'Virus scanner (ClamAV’s clamd) that looks at files that people send: host:port, or the path of its socket; unset: none.',
    scannerAddress,
  ),
  METRICS_LISTEN: setting(
    'Where Prometheus reads metrics, at /metrics: a port of 127.0.0.1, or address:port; unset: nowhere. Whoever reaches it reads them.',
    listenAddress,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'OpenTelemetry collector that takes traces (OTLP over HTTP, below /v1/traces); unset: there are none.',
    collector,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting('The same for traces alone, as the whole address.', collector),
  OTEL_SERVICE_NAME: setting('What the portal is called in traces.', anyText, { standard: 'portal' }),
  OTEL_TRACES_SAMPLER: setting(
    'Which traces are exported: always_on, always_off, traceidratio, or these after parentbased_, where the caller decides first.',
    oneOf(...samplers),
    { standard: 'parentbased_always_on' },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting('Share of the traces for traceidratio, from 0 to 1.', share, { standard: '1' }),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    'Milliseconds between two exports of what was traced meanwhile.',
    integerBetween(10, 60_000),
    { standard: '5000' },
  ),
  OTEL_SDK_DISABLED: setting('true: no traces, whatever else is set.', oneOf('true', 'false'), { standard: 'false' }),
  DRAIN_SECONDS: setting(
    'Seconds for which a server that is told to end (SIGTERM) serves on, while /api/health/ready says 503: as long as what distributes calls takes to notice.',
    integerBetween(0, 300),
    { standard: '0' },
  ),
  LOG_LEVEL: setting('How much is logged.', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace'), {
    standard: 'info',
  }),
} as const
