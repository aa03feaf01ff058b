import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isStaffRole, type StaffRole, staffRoles } from '#contract/console/staff.ts'
import { paymentLinkValues } from '#contract/payments/payment-link.ts'

/* How the values of settings are read from their texts. Each function throws an error whose message ends the sentence "NAME …". */

const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/** An issuer is compared character by character, so it stays as it was written. */
export function provider(text: string): string {
  const parsed = new URL(url('https:', 'http:')(text))
  if (parsed.protocol === 'http:' && !thisMachine.includes(parsed.hostname)) {
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

/** Groups of an identity provider with the roles of staff that they have, as in owner=Portal owners, sales=6f1c… */
export function staffGroups(text: string): { group: string; role: StaffRole }[] {
  return text.split(',').map((part) => {
    const [role = '', ...group] = part.split('=').map((side) => side.trim())
    if (!isStaffRole(role) || group.join('=') === '')
      throw new Error(`must be role=group, with commas; the roles are ${Object.keys(staffRoles).join(', ')}`)
    return { group: group.join('='), role }
  })
}

/** Words with commas. */
export function words(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Any text. */
export function anyText(text: string): string {
  return text
}

/** A folder or file, from the working directory on. */
export function path(text: string): string {
  return resolve(text)
}

/** A port, 0 for any that is free. */
export function port(text: string): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 65_535)) throw new Error('must be a number from 0 to 65535')
  return value
}

/** A time of day, as in 02:30. */
export function timeOfDay(text: string): { hour: number; minute: number } {
  const [, hour, minute] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text) ?? []
  if (hour === undefined || minute === undefined) throw new Error('must be a time of day from 00:00 to 23:59')
  return { hour: Number(hour), minute: Number(minute) }
}

/** A whole number between two others. */
export function integerBetween(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= minimum && value <= maximum)) throw new Error(`must be a number from ${minimum} to ${maximum}`)
    return value
  }
}

/** An e-mail address without a name. */
export function address(text: string): string {
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(text))
    throw new Error('must be an e-mail address alone, as in portal@example.com')
  return text
}

/** The mailbox of replies: with a token and a plus before it, it must not be longer than mail servers allow. */
export function replyMailbox(text: string): string {
  if (!/^[a-z0-9._-]{1,8}@/i.test(address(text)))
    throw new Error('must have at most eight letters or digits before the @, as in reply@portal.example.com')
  return text.toLowerCase()
}

/** The address of a mailbox, with a name and a password. */
export function mailboxUrl(text: string): string {
  const { username } = new URL(url('imaps:', 'imap:')(text))
  if (username === '') throw new Error('must have a name and a password, as in imaps://name:password@host')
  return text
}

/** The address at which a provider gives out access tokens, with the name and secret under which it knows the portal. */
export function tokenEndpoint(text: string): string {
  const { protocol, hostname, username, password } = new URL(url('https:', 'http:')(text))
  if (protocol === 'http:' && !thisMachine.includes(hostname)) {
    throw new Error('must begin with https:// unless it is on this machine')
  }
  if (username === '' || password === '')
    throw new Error('must have the name and the secret of the portal there, as in https://client:secret@host/token')
  return text
}

/** The address of a bucket, with the access key that may read and write it. */
export function bucketUrl(text: string): string {
  const { username, password, pathname } = new URL(url('https:', 'http:')(text))
  if (username === '' || password === '')
    throw new Error(
      'must have an access key and its secret, as in https://KEY:SECRET@host/BUCKET, with %2F for each / in them',
    )
  if (!/^\/[^/]/.test(pathname)) throw new Error('must name the bucket, as in https://KEY:SECRET@host/BUCKET')
  return text
}

/** A port, perhaps with an address before it. */
export function listenAddress(text: string): { host: string | undefined; port: number } {
  const colon = text.lastIndexOf(':')
  const host = text.slice(0, Math.max(0, colon)).replace(/^\[|\]$/g, '')
  return { host: host === '' ? undefined : host, port: port(text.slice(colon + 1)) }
}

/** An address that begins with one of these protocols, as it was written. */
export function url(...protocols: string[]): (text: string) => string {
  return (text) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Error(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    }
    return text
  }
}

/** The address of an OpenTelemetry collector. */
export function collector(text: string): string {
  const { username, password } = new URL(url('https:', 'http:')(text))
  if (username !== '' || password !== '')
    throw new Error('must have no name and password: they go into OTEL_EXPORTER_OTLP_HEADERS')
  return text
}

/** The ways by which OpenTelemetry chooses traces. */
export const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const

/** A share, from 0 to 1. */
export function share(text: string): number {
  const value = /^\d(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 1)) throw new Error('must be a number from 0 to 1, as in 0.1')
  return value
}

/** Scheme, host and port. */
export function origin(text: string): string {
  const parsed = new URL(url('https:', 'http:')(text))
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new Error('must be scheme, host and port alone, as in https://portal.example.com')
  }
  return parsed.origin
}

/** One of these words. */
export function oneOf<T extends string>(...values: T[]): (text: string) => T {
  return (text) => {
    const value = values.find((candidate) => candidate === text)
    if (value === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return value
  }
}

/** Addresses and networks with commas between them. */
export function networks(text: string): string[] {
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
export function secrets(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.split(',').map((part) => part.trim())
  if ([first, ...others].some((part) => part.length < 32)) throw new Error('must have at least 32 characters')
  return [first, ...others]
}

/** A colour, in lower case. */
export function color(text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new Error('must be a colour like #c8102e')
  return text.toLowerCase()
}

/** The address of a picture, of the portal itself or by https. */
export function picture(text: string): string {
  return /^\/(?!\/)/.test(text) ? text : url('https:')(text)
}

/** A label and where it leads. */
export function link(text: string): { label: string; url: string } {
  const bar = text.indexOf('|')
  if (bar < 1) throw new Error('must be written as Label|https://…')
  return { label: text.slice(0, bar).trim(), url: url('https:', 'http:')(text.slice(bar + 1).trim()) }
}

/** An address with values in braces, which stand behind its host: no invoice can lead anywhere else. */
export function paymentTemplate(text: string): string {
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

/** Where a virus scanner listens: host:port, or the path of a socket. */
export function scannerAddress(text: string): { host: string; port: number } | { path: string } {
  if (text.startsWith('/')) return { path: text }
  const [, host, digits = ''] = /^(?:\[?([\w.:-]+?)\]?):(\d{1,5})$/.exec(text) ?? []
  const number = Number(digits)
  if (host === undefined || number < 1 || number > 65_535)
    throw new Error('must be host:port, as in localhost:3310, or the path of a socket, as in /run/clamav/clamd.ctl')
  return { host, port: number }
}
