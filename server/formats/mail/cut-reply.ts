import {
  attributions,
  closings,
  disclaimers,
  otherFields,
  programSignatures,
  senderFields,
  separators,
} from './phrases.ts'

/* What a person has written themselves in a reply: without what it quotes, and without what stands below each of their mails. */

/** More of a mail is not looked at; a message may be a hundredth as long. */
const maxLength = 500_000
const maxLines = 5_000
/** Of a line so many characters are compared. */
const comparedLength = 2_000
/** Programs break the line that names the quoted mail into at most so many. */
const maxAttributionLines = 4
const maxAttributionLength = 400
/** A signature is shorter than this. */
const maxSignatureLines = 16

type Line = {
  text: string
  /** In lower case, without quotation marks of mail, invisible characters and repeated spaces. */
  plain: string
  quoted: boolean
}

/**
 * The text of a reply without quoted mails, signature and disclaimer. `markers` are the lines at the top of the mails
 * that are replied to: all that follows one is quoted.
 */
export function cutReply(text: string, markers: readonly string[]): string {
  const lines = text
    .slice(0, maxLength)
    .split(/\r\n|\r|\n/)
    .slice(0, maxLines)
    .map(toLine)
  const own = withoutQuotes(lines, markers.map(lettersOf))
  return join(withoutClosing(withoutDisclaimer(own)))
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

function toLine(original: string): Line {
  const text = original.trimEnd()
  const visible = text
    .slice(0, comparedLength)
    .replace(invisible, '')
    .replace(/[\s\u00a0\u202f]+/gu, ' ')
    .trim()
  const quoted = visible.startsWith('>')
  const plain = visible
    .replace(/^[>| ]+/, '')
    .replace(/\*/g, '')
    .trim()
    .toLowerCase()
  return { text, plain, quoted }
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]+/gu, '')

/** The lines that quote nothing: quoted blocks are left out, and all that follows a mail quoted without marks. */
function withoutQuotes(lines: readonly Line[], markers: readonly string[]): Line[] {
  const own: Line[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line
    if (line.quoted) continue
    if (isMarker(line, markers) || beginsHeaders(lines, index) || isSeparator(line)) break
    const length = attributionLength(lines, index)
    if (length === 0) {
      own.push(line)
      continue
    }
    const next = nextFilled(lines, index + length)
    // Without marks nothing says where the quoted mail ends.
    if (next !== undefined && !next.quoted) break
    index += length - 1
  }
  return own
}

const nextFilled = (lines: readonly Line[], from: number) =>
  lines.slice(from, from + 20).find(({ text }) => text.trim() !== '')

const isMarker = ({ plain }: Line, markers: readonly string[]) => {
  const letters = plain.length > 200 ? '' : lettersOf(plain)
  return letters !== '' && markers.some((marker) => letters.includes(marker))
}

/** How many lines name the quoted mail, from this one on; 0 when it does not begin here. */
function attributionLength(lines: readonly Line[], index: number): number {
  let joined = ''
  for (let count = 0; count < maxAttributionLines; count++) {
    const line = lines[index + count]
    if (!line || line.plain === '' || line.quoted) return 0
    joined = `${joined} ${line.plain}`.trim()
    if (joined.length > maxAttributionLength) return 0
    if (isAttribution(joined)) return count + 1
  }
  return 0
}

function isAttribution(text: string): boolean {
  if (!/[:：]$/.test(text) || !/\d|[\u0660-\u0669]/.test(text)) return false
  return attributions.some(
    ({ begins, says }) =>
      begins.some((begin) => text.startsWith(begin)) && says.some((word) => `${text} `.includes(word)),
  )
}

const isSeparator = ({ plain }: Line) => {
  const [, words] = /^[-_=]{2,} ?(.{3,60}?) ?[-_=]{2,}$/.exec(plain) ?? []
  return words !== undefined && separators.includes(words)
}

/** Whether the header fields of a quoted mail begin at a line, perhaps below a rule. */
function beginsHeaders(lines: readonly Line[], index: number): boolean {
  const line = lines[index] as Line
  const start = /^[_-]{5,}$/.test(line.plain) ? index + 1 : index
  const fields = lines
    .slice(start, start + 8)
    .filter(({ plain }) => plain !== '')
    .slice(0, 5)
    .map(fieldOf)
  const [sender, ...others] = fields
  return (
    sender !== undefined &&
    senderFields.includes(sender) &&
    others.filter((field) => field !== undefined && otherFields.includes(field)).length >= 2
  )
}

const fieldOf = ({ plain }: Line) => /^([^:：]{1,20}?) ?[:：]/.exec(plain)?.[1]

/** The lines up to a paragraph that says for whom the mail is meant. */
function withoutDisclaimer(lines: readonly Line[]): Line[] {
  const start = lines.findIndex(
    ({ plain }, index) =>
      (index === 0 || lines[index - 1]?.plain === '' || /^[-_=*]{3,}$/.test(lines[index - 1]?.plain ?? '')) &&
      isDisclaimer(plain, lines, index),
  )
  return start > 0 && hasText(lines.slice(0, start)) ? lines.slice(0, start) : [...lines]
}

function isDisclaimer(plain: string, lines: readonly Line[], index: number): boolean {
  const kind = disclaimers.find(({ begins }) => begins.some((begin) => plain.startsWith(begin)))
  if (!kind) return false
  const end = lines.findIndex((line, at) => at > index && line.plain === '')
  const paragraph = lines
    .slice(index, Math.min(end === -1 ? lines.length : end, index + maxSignatureLines))
    .map((line) => line.plain)
    .join(' ')
  return kind.says.some((word) => paragraph.includes(word))
}

/** The lines before the signature: that of the person, or of their program. Something always stays. */
function withoutClosing(lines: readonly Line[]): Line[] {
  const start = lines.findIndex(
    (line, index) => (isSignatureMark(line) || isClosing(line)) && isShort(lines.slice(index)),
  )
  const marked = lines.findIndex((line) => /^-- ?$/.test(line.text))
  const ends = [start, marked].filter((end) => end !== -1)
  const end = ends.length === 0 ? lines.length : Math.min(...ends)
  const kept = lines.slice(0, end)
  return hasText(kept) || marked === end ? kept : lines.filter((line) => !isSignatureMark(line))
}

const isSignatureMark = ({ plain }: Line) =>
  /^(--|—|__+)$/.test(plain) ||
  (plain.length <= 120 && programSignatures.some((words) => plain.startsWith(words) && !/[?؟]/.test(plain)))

const isClosing = ({ plain }: Line) => {
  const words = plain.replace(/[\s,.!،*]+$/u, '')
  return closings.some(
    (closing) => words === closing || (words.startsWith(`${closing}, `) && words.length < closing.length + 40),
  )
}

const isShort = (lines: readonly Line[]) => {
  const filled = lines.filter(({ plain }) => plain !== '')
  return filled.length <= maxSignatureLines && filled.every(({ plain }) => plain.length <= 160)
}

const hasText = (lines: readonly Line[]) => lines.some(({ plain }) => plain !== '')

/** The lines as a text without blank lines at its ends, and never two of them in a row. */
const join = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
