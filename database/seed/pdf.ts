/*
 * Draws the one-page PDFs that the demo's ERP attaches to documents. Only with the two fonts that every PDF reader has, so
 * that a file has two kilobytes and a new database is filled at once; the portal's own papers are set by server/papers.
 */

/** A4 in points, from the lower left corner. */
const page = { width: 595, height: 842 }
export const margins = { left: 50, right: page.width - 50 }

/** Widths of Helvetica's characters in thousandths of the size (Adobe's font metrics); all others count as a digit. */
const widths = new Map(
  Object.entries({
    222: 'ijl',
    278: " !,./:;I[\\]ft'",
    333: '()-r`',
    500: 'Jcksvxyz',
    584: '+<=>~',
    611: 'FTZ',
    667: 'ABEKPSVXY&',
    722: 'CDHNRUw',
    778: 'GOQ',
    833: 'Mm',
    889: '%',
    944: 'W',
  }).flatMap(([width, characters]) => [...characters].map((character) => [character, Number(width)] as const)),
)

/** The width of a text in Helvetica, in points. */
function widthOf(text: string, size: number): number {
  return ([...text].reduce((sum, character) => sum + (widths.get(character) ?? 556), 0) * size) / 1000
}

/** A text cut to a width in points, with three dots when it is longer. */
export function cutTo(width: number, text: string, size: number): string {
  if (widthOf(text, size) <= width) return text
  let kept = text
  while (kept !== '' && widthOf(`${kept}...`, size) > width) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}...`
}

type TextStyle = { size?: number; bold?: boolean; grey?: boolean; alignRight?: boolean }

/** The operators that write a text on a line; `x` is its left end, or its right one with `alignRight`. */
export function textAt(x: number, y: number, text: string, style: TextStyle = {}): string {
  const { size = 9, bold = false, grey = false, alignRight = false } = style
  const start = alignRight ? x - widthOf(text, size) : x
  return `${grey ? '0.42 g' : '0.1 g'} BT /${bold ? 'F2' : 'F1'} ${size} Tf ${start.toFixed(2)} ${y} Td (${escaped(text)}) Tj ET`
}

/** The operators that draw a line from margin to margin. */
export function ruleAt(y: number, thickness = 0.5): string {
  return `0.75 G ${thickness} w ${margins.left} ${y} m ${margins.right} ${y} l S`
}

/** A PDF of one page with what these operators draw. */
export function createPdf(title: string, operators: readonly string[]): Buffer {
  const content = operators.join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(title)}) >>`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>`
  body += `xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

/** A text as the fonts have it: escaped for a PDF string; a character that they lack becomes a question mark. */
function escaped(text: string): string {
  return text
    .replaceAll('–', '-')
    .replaceAll('’', "'")
    .replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .replace(/[\\()]/g, '\\$&')
}
