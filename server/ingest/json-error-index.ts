/*
 * JSON.parse does not always say where a text goes wrong; a person who mends a file of a hundred thousand lines needs
 * the column. This runs only over a line that has already failed.
 */
const token =
  /[ \t\r\n]*(?:([{[\]},:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![A-Za-z0-9_.+-]))/y

type ExpectedToken = 'value' | 'key' | 'colon' | 'after' | 'first-value' | 'first-key'

/** What the scanner stands in: the open brackets, and what may come next. */
type ScannerState = { open: string[]; expected: ExpectedToken }

/** Tokens after which other work gets its turn. */
const yieldEvery = 20_000

/**
 * The index of the first character that cannot stand where it stands; the length when the text ends too early. Waits for
 * `giveWay` every now and then.
 */
export async function jsonErrorIndex(text: string, giveWay: () => Promise<unknown>): Promise<number> {
  const state: ScannerState = { open: [], expected: 'value' }
  let position = 0
  for (let tokens = 1; ; tokens++) {
    if (tokens % yieldEvery === 0) await giveWay()
    token.lastIndex = position
    const match = token.exec(text)
    const end = token.lastIndex
    const start = skipBlank(text, position)
    if (!match) return stringErrorIndex(text, start)
    if (!acceptToken(state, match[1] ?? (text[start] === '"' ? 'string' : 'scalar'))) return start
    position = end
    if (state.open.length === 0) return skipBlank(text, position)
  }
}

function skipBlank(text: string, from: number): number {
  let position = from
  while (position < text.length && ' \t\r\n'.includes(text[position] as string)) position++
  return position
}

/** For a string that is not well-formed: where its first wrong character is, rather than its opening quote. */
function stringErrorIndex(text: string, start: number): number {
  if (text[start] !== '"') return start
  const validStart = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
  validStart.lastIndex = start
  validStart.exec(text)
  return validStart.lastIndex
}

const opens: Readonly<Record<string, ExpectedToken>> = { '{': 'first-key', '[': 'first-value' }
const closes: Readonly<Record<string, { open: string; empty: ExpectedToken }>> = {
  '}': { open: '{', empty: 'first-key' },
  ']': { open: '[', empty: 'first-value' },
}

/** Takes one token; false when it cannot stand here. */
function acceptToken(state: ScannerState, kind: string): boolean {
  const closing = closes[kind]
  if (closing) {
    if (state.expected !== closing.empty && state.expected !== 'after') return false
    if (state.open.pop() !== closing.open) return false
    state.expected = 'after'
    return true
  }
  const next = expectedAfter(state, kind)
  if (next === undefined) return false
  if (opens[kind]) state.open.push(kind)
  state.expected = next
  return true
}

function expectedAfter({ expected, open }: ScannerState, kind: string): ExpectedToken | undefined {
  if (kind === ',') return expected === 'after' ? (open.at(-1) === '{' ? 'key' : 'value') : undefined
  if (kind === ':') return expected === 'colon' ? 'value' : undefined
  if (expected === 'key' || expected === 'first-key') return kind === 'string' ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'first-value') return undefined
  return opens[kind] ?? 'after'
}
