import { join } from 'node:path'

/** What the pages of the handbook say, and what stands for it in the folder and on the ports of a walk. */
export type Placeholder = { written: string; value: () => string }

/** Ports of this machine: of the portal, of one beside it, of metrics. */
export type Ports = { portal: number; beside: number; metrics: number }

/** What is only known once a command of the page has printed it. */
export type Captured = { KEY: string; ID: string; moment: string }

/** The addresses of databases of one's own; empty where there is none. */
export type Addresses = { portal: string; other: string; empty: string; own: string }

/** The secret of the portal that is dumped. */
export const dumpedSecret = 'what-is-dumped-has-a-secret-of-its-own'

/** The table of placeholders; the longest are replaced first. */
export function placeholdersIn(
  root: string,
  {
    ports,
    captured,
    addresses,
    secret,
  }: { ports: Ports; captured: Captured; addresses: Addresses; secret: () => string },
): readonly Placeholder[] {
  const fixed = (written: string, value: string): Placeholder => ({ written, value: () => value })
  const here = (written: string, name: string) => fixed(written, join(root, name))
  return [
    here('/var/lib/track-and-trace.damaged', 'damaged'),
    here('/var/lib/private/track-and-trace', 'data'),
    here('/var/lib/track-and-trace', 'data'),
    here('/mnt/backups', 'backups'),
    here('/mnt/archive', 'archive'),
    here('/srv/yesterday', 'yesterday'),
    here('/srv/embedded', 'embedded'),
    here('/srv/partitioned', 'partitioned'),
    here('documents.ndjson', 'documents.ndjson'),
    here('refused.ndjson', 'refused.ndjson'),
    here('portal.dump', 'portal.dump'),
    fixed('https://portal.example.com', `http://localhost:${ports.portal}`),
    fixed('http://localhost:3000', `http://localhost:${ports.portal}`),
    fixed('http://localhost:3100', `http://localhost:${ports.beside}`),
    fixed('PORT=3100', `PORT=${ports.beside}`),
    fixed('http://127.0.0.1:9464', `http://127.0.0.1:${ports.metrics}`),
    fixed('METRICS_LISTEN=9464', `METRICS_LISTEN=${ports.metrics}`),
    fixed('postgres://portal_owner:secret@db.example.com/portal', addresses.own),
    fixed('"$DATABASE_URL"', `"${addresses.portal}"`),
    fixed('$OTHER_DATABASE_URL', addresses.other),
    fixed('$TOKEN_SECRET', dumpedSecret),
    fixed('"$EMPTY_DATABASE_URL"', `"${addresses.empty}"`),
    { written: 'what-the-file-token-secret-holds', value: secret },
    { written: '2026-11-26 14:05', value: () => captured.moment },
    { written: ' ID', value: () => ` ${captured.ID}` },
  ]
}

/** A text of a page with its placeholders filled in. */
export const filledIn = (text: string, table: readonly Placeholder[]): string =>
  table.reduce(
    (filled, { written, value }) => (filled.includes(written) ? filled.replaceAll(written, value()) : filled),
    text,
  )

/** What a command printed, in the words of the pages. */
export const asWritten = (text: string, table: readonly Placeholder[]): string =>
  table
    .filter(({ written }) => /^(\/var\/lib\/track-and-trace|\/mnt|\/srv|postgres:)/.test(written))
    .reduce((output, { written, value }) => {
      const plain = output.replaceAll(value(), written)
      // Passwords in addresses are printed as dots.
      const hidden = (address: string) => address.replace(/:[^:@/]*@/, ':…@')
      return written.startsWith('postgres:') && value() !== ''
        ? plain.replaceAll(hidden(value()), hidden(written))
        : plain
    }, text)
