import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { languages } from '#contract/languages.ts'
import { paymentLinkValues } from '#contract/payments/payment-link.ts'
import { mebibyte } from '#database/disk-space.ts'
import { Refusal } from '#database/refusal.ts'

/** Reads one value; throws an error whose message ends the sentence "NAME …". */
type Setting<T> = {
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
    (text) => resolve(text),
    { standard: './.data' },
  ),
  FREE_SPACE: setting(
    'Megabytes of the disk of DATA_DIR that stay free: with less nothing new is taken; unset: 1024, or 5 % of a larger disk.',
    integerBetween(64, 10_000_000),
  ),
  DATABASE_URL: setting('Owner’s address of a PostgreSQL 15 to 18 of your own; unset: the embedded one.', postgres, {
    secret: true,
  }),
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
  DEMO: setting(
    'auto: a portal that only this machine reaches, with nothing else set, shows a demo company; off: none does.',
    oneOf('auto', 'off'),
    {
      standard: 'auto',
    },
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
  REGISTRATION: setting('Who may register: the invited, who asks, or everyone.', oneOf('invite', 'request', 'open'), {
    standard: 'invite',
  }),
  PASSWORD_MINIMUM: setting(
    'Least characters of a password; unset: 15, or 8 with a second factor.',
    integerBetween(8, 64),
  ),
  PLACES_DATABASE: setting(
    'File of places by address (.mmdb: GeoLite2, DB-IP; city or country): sign-ins are shown with it.',
    (text) => resolve(text),
  ),
  BRAND_NAME: setting('Name of the portal.', anyText, { standard: 'Track & Trace' }),
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
  LOG_LEVEL: setting('How much is logged.', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace'), {
    standard: 'info',
  }),
} as const

type Settings = typeof settings
type Name = keyof Settings
type Value<N extends Name> = ReturnType<Settings[N]['parse']>

/** The settings by name; those without a default are undefined when unset. An empty value counts as unset. */
export type Config = { readonly [N in Name]: 'standard' extends keyof Settings[N] ? Value<N> : Value<N> | undefined }

/** The settings of the identity provider; undefined when there is none. Either all of them are set, or none. */
export function providerOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: Config) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret }
}

/** A portal with one of these settings is meant for other people, or its data is. */
const publicSettings = ['PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL'] as const

/**
 * Why this portal must not have the demo company, as part of a sentence; undefined for a trial. Everybody knows the
 * demo's passwords, so only a portal that is reached from its own machine alone may have it.
 */
export function whyNoDemo(config: Config): string | undefined {
  if (config.DEMO === 'off') return 'DEMO is off'
  const name = publicSettings.find((other) => config[other] !== undefined)
  if (name !== undefined) return `${name} is set`
  return isLoopback(config.HOST) ? undefined : `HOST=${config.HOST} lets other machines in`
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Reads the environment. Throws Refusal with a sentence that names the variable and the remedy. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const config = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).map(([name, { parse, standard, secret }]) => {
      const text = environment[name]?.trim() || standard
      if (text === undefined) return [name, undefined]
      try {
        return [name, parse(text)]
      } catch (error) {
        const shownValue = secret ? '' : ` (it is "${text}")`
        throw new Refusal(`${name} ${error instanceof Error ? error.message : String(error)}${shownValue}.`, {
          cause: error,
        })
      }
    }),
  ) as Config
  checkCombinations(config)
  return config
}

function checkCombinations(config: Config): void {
  if (config.DATABASE_URL !== undefined && config.TOKEN_SECRET === undefined) {
    throw new Refusal(
      'TOKEN_SECRET must be set beside DATABASE_URL: all servers of one database sign with the same one.',
    )
  }
  const signOn = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = signOn.filter((name) => config[name] === undefined)
  if (missing.length > 0 && missing.length < signOn.length) {
    throw new Refusal(
      `${missing.join(' and ')} must be set too: single sign-on needs all of ${signOn.join(', ')}, or none.`,
    )
  }
  if (config.PUBLIC_URL?.startsWith('https:') && config.ANALYTICS_URL?.startsWith('http:')) {
    throw new Refusal('ANALYTICS_URL must begin with https://: a page that came by https sends nothing to http.')
  }
}

/** An issuer is compared character by character, so it stays as it was written. */
function provider(text: string): string {
  const parsed = new URL(url('https:', 'http:')(text))
  if (parsed.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)) {
    throw new Error('must begin with https:// unless it is on this machine')
  }
  if (parsed.search !== '' || parsed.hash !== '') throw new Error('must not have anything behind ? or #')
  if (
    parsed.hostname === 'login.microsoftonline.com' &&
    /^\/(common|organizations|consumers)\b/.test(parsed.pathname)
  ) {
    throw new Error('must name your own tenant: the others would vouch for everybody')
  }
  return text
}

function anyText(text: string): string {
  return text
}

function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 65_535)) throw new Error('must be a number from 0 to 65535')
  return value
}

/** The bytes of the disk that must stay free; undefined when unset. */
export function freeSpaceOf({ FREE_SPACE }: Config): number | undefined {
  return FREE_SPACE === undefined ? undefined : FREE_SPACE * mebibyte
}

function integerBetween(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= minimum && value <= maximum)) throw new Error(`must be a number from ${minimum} to ${maximum}`)
    return value
  }
}

function address(text: string): string {
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(text))
    throw new Error('must be an e-mail address alone, as in portal@example.com')
  return text
}

function url(...protocols: string[]): (text: string) => string {
  return (text) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Error(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    }
    return text
  }
}

function origin(text: string): string {
  const parsed = new URL(url('https:', 'http:')(text))
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new Error('must be scheme, host and port alone, as in https://portal.example.com')
  }
  return parsed.origin
}

function postgres(text: string): string {
  const parsed = new URL(url('postgres:', 'postgresql:')(text))
  if (parsed.pathname.length < 2) throw new Error('must name a database, as in postgres://owner:password@host/portal')
  return text
}

function oneOf<T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text)
    if (value === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }
}

function networks(text: string): string[] {
  return text.split(',').map((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    const version = isIP(address)
    const maxBits = version === 4 ? 32 : 128
    if (
      version === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
    ) {
      throw new Error('must be addresses or networks with commas between them, as in 10.0.0.5,192.168.0.0/24')
    }
    return part.trim()
  })
}

/** Several are separated by commas while one replaces another: the first signs, all are accepted. */
function secrets(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.split(',').map((part) => part.trim())
  if ([first, ...others].some((part) => part.length < 32)) throw new Error('must have at least 32 characters')
  return [first, ...others]
}

function color(text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new Error('must be a colour like #c8102e')
  return text.toLowerCase()
}

function picture(text: string): string {
  return /^\/(?!\/)/.test(text) ? text : url('https:')(text)
}

function link(text: string): { label: string; url: string } {
  const bar = text.indexOf('|')
  if (bar < 1) throw new Error('must be written as Label|https://…')
  return { label: text.slice(0, bar).trim(), url: url('https:', 'http:')(text.slice(bar + 1).trim()) }
}

/** An address with values in braces, which stand behind its host: no invoice can lead anywhere else. */
function paymentTemplate(text: string): string {
  const unknown = [...text.matchAll(/\{([^}]*)\}/g)].find(([, name]) => !names.includes(name ?? ''))
  if (unknown) throw new Error(`must have no braces but {${names.join('}, {')}}, and has ${unknown[0]}`)
  if (!/\{(number|reference)\}/.test(text))
    throw new Error('must have {number} or {reference}, so that a payment is told apart')
  const [first, second] = ['a', 'b'].map((value) => new URL(url('https:')(text.replace(/\{[a-z]+\}/g, value))))
  if (first?.host !== second?.host || first?.username !== second?.username)
    throw new Error('must have its values behind the host')
  return text
}
const names: readonly string[] = paymentLinkValues
