import type { ServerResponse } from 'node:http'

/** Addresses outside the portal that a page may reach: where page views are sent, and where the operator's logo is. */
type ExternalAddresses = { pageViews?: string | undefined; logo?: string | null }

const originOf = (address: string | null | undefined) =>
  address && URL.canParse(address) ? [new URL(address).origin] : []

/*
 * Scripts, styles, fonts and pictures come only from the portal itself. Inline styles as attributes in markup are
 * refused too; React sets styles through the CSSOM, which the policy allows.
 */
const contentSecurityPolicy = ({ pageViews, logo }: ExternalAddresses) =>
  [
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...originOf(logo)].join(' '),
    "font-src 'self'",
    // Besides the portal only the address for page views, where the operator has set one.
    ["connect-src 'self'", ...originOf(pageViews)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    // PDFs that the page has fetched itself and displays; a page in a blob would be under this same policy.
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // A single policy, which creates the URL of the service worker and nothing else.
    'trusted-types worker',
  ].join('; ')

const baseHeaders: readonly [string, string][] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'geolocation=(), microphone=(), payment=(), usb=(), camera=(self)'],
]

/**
 * The security headers of every reply; HSTS only when the portal's public address is https. `external` are the
 * addresses outside the portal that a page may reach.
 */
export function securityHeaders(https: boolean, external: ExternalAddresses = {}): readonly [string, string][] {
  const policyHeader: [string, string] = ['content-security-policy', contentSecurityPolicy(external)]
  return [
    policyHeader,
    ...baseHeaders,
    ...(https ? [['strict-transport-security', 'max-age=31536000'] as [string, string]] : []),
  ]
}

/** The headers that say something of a document alone: scripts, styles and fonts follow those of their document. */
export const documentHeaders = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

/** Sets the headers on a raw response before anything else can answer it. */
export function setSecurityHeaders(response: ServerResponse, headers: readonly [string, string][]): void {
  for (const [name, value] of headers) response.setHeader(name, value)
}
