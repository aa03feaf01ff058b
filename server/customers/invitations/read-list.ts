/** A row of a list of invitations as it was typed. */
export type ListedInvitation = {
  /** Counted from 1, with the heading. */
  line: number
  account: string
  email: string
  name: string
  role: string
  language: string
  /** Whether the row has as many cells as there are columns, or fewer. */
  fits: boolean
}

const columns = ['account', 'email', 'name', 'role', 'language'] as const
type Column = (typeof columns)[number]

/** What headings may be called, without spaces and signs: in the portal's languages. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  account: [
    'account',
    'customer',
    'customernumber',
    'number',
    'kunde',
    'kundennummer',
    'nummer',
    'client',
    'numeroclient',
    'cliente',
    'numerocliente',
    'klant',
    'klantnummer',
    'العميل',
    'رقمالعميل',
  ],
  email: [
    'email',
    'mail',
    'emailadresse',
    'adressemail',
    'courriel',
    'correo',
    'correoelectronico',
    'emailadres',
    'البريد',
    'البريدالالكتروني',
  ],
  name: ['name', 'nom', 'nombre', 'naam', 'الاسم'],
  role: ['role', 'rolle', 'rol', 'الدور'],
  language: ['language', 'sprache', 'langue', 'idioma', 'taal', 'اللغة'],
}

/**
 * Reads a list of invitations: CSV with commas, semicolons or tabs, as spreadsheets write and copy it. With a heading its
 * columns may come in any order; without one they are account, e-mail, name, role and language. Empty lines are left out.
 */
export function readInvitationList(text: string): ListedInvitation[] {
  const rows = readCsv(text.replace(/^\uFEFF/, ''))
  const heading = rows[0] && columnsNamed(rows[0])
  const places = heading ?? new Map<Column, number>(columns.map((column, place) => [column, place]))
  const width = heading ? (rows[0]?.length ?? 0) : columns.length
  return rows.flatMap((cells, index) => {
    if ((heading && index === 0) || cells.every((cell) => cell.trim() === '')) return []
    const cell = (column: Column) => (cells[places.get(column) ?? -1] ?? '').normalize('NFC').trim().slice(0, 300)
    const [account, email, name, role, language] = columns.map(cell) as [string, string, string, string, string]
    return [{ line: index + 1, account, email, name, role, language, fits: cells.length <= width }]
  })
}

/** The places of the columns that a first row names; undefined when it names no account or no e-mail. */
function columnsNamed(cells: readonly string[]): Map<Column, number> | undefined {
  const places = new Map<Column, number>()
  cells.forEach((cell, place) => {
    const word = cell
      .normalize('NFD')
      .replace(/[^\p{L}]/gu, '')
      .toLowerCase()
    const column = columns.find((one) => headings[one].includes(word))
    if (column !== undefined && !places.has(column)) places.set(column, place)
  })
  return places.has('account') && places.has('email') ? places : undefined
}

/** The rows of a CSV text; what separates cells is what its first line has most of. */
export function readCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  const cells = new RegExp(
    `("(?:[^"]|"")*"?[^${separator}\\r\\n]*|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\r|\\n|$)`,
    'g',
  )
  for (const [, cell = '', end] of text.matchAll(cells)) {
    row.push(unquoted(cell))
    if (end === separator) continue
    // After the last line break comes no row.
    if (end !== '' || row.length > 1 || cell !== '') rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

function unquoted(cell: string): string {
  const [, inner, rest = ''] = /^"((?:[^"]|"")*)"?(.*)$/s.exec(cell) ?? []
  return inner === undefined ? cell : inner.replaceAll('""', '"') + rest
}

function separatorOf(text: string): string {
  const first = text.slice(0, 1000).split(/[\r\n]/, 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((separator) => [separator, first.split(separator).length] as const)
  return counted.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ','
}
