/*
 * JSON.parse does not always say where a text is wrong; a person who corrects a file of a hundred thousand lines needs
 * the column. This runs only on a line that has already failed.
 */
const token =
  /[ \t\r\n]*(?:([{[\]},:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![A-Za-z0-9_.+-]))/y

type ExpectedToken = 'value' | 'key' | 'colon' | 'after' | 'first-value' | 'first-key'

/** The state of the scanner: the open brackets, and what may come next. */
type ScannerState = { open: string[]; expected: ExpectedToken }

/** After this many tokens, other work gets its turn. */
const yieldEvery = 20_000

/**
 * The index of the first character that is not allowed; the length when the text ends too early. Awaits `giveWay` every
 * 20,000 tokens.
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

/** For a malformed string: the index of its first wrong character, rather than of its opening quote. */
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

/** Accepts one token; false when it is not allowed here. */
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
