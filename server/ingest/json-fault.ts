/*
 * JSON.parse does not always say where a text goes wrong; a person who mends a file of a hundred thousand lines needs
 * the column. This runs only over a line that has already failed.
 */
const token =
  /[ \t\r\n]*(?:([{[\]},:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![A-Za-z0-9_.+-]))/y

type Place = 'value' | 'key' | 'colon' | 'after' | 'first-value' | 'first-key'

/** What the scanner stands in: the open brackets, and what may come next. */
type State = { open: string[]; place: Place }

/** Tokens after which other work gets its turn. */
const turn = 20_000

/**
 * The index of the first character that cannot stand where it stands; the length when the text ends too early. Waits for
 * `giveWay` every now and then.
 */
export async function jsonFault(text: string, giveWay: () => Promise<unknown>): Promise<number> {
  const state: State = { open: [], place: 'value' }
  let at = 0
  for (let tokens = 1; ; tokens++) {
    if (tokens % turn === 0) await giveWay()
    token.lastIndex = at
    const match = token.exec(text)
    const end = token.lastIndex
    const start = skipBlank(text, at)
    if (!match) return insideString(text, start)
    if (!step(state, match[1] ?? (text[start] === '"' ? 'string' : 'scalar'))) return start
    at = end
    if (state.open.length === 0) return skipBlank(text, at)
  }
}

function skipBlank(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++
  return at
}

/** For a string that is not well-formed: where its first wrong character is, rather than its opening quote. */
function insideString(text: string, start: number): number {
  if (text[start] !== '"') return start
  const good = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
  good.lastIndex = start
  good.exec(text)
  return good.lastIndex
}

const opens: Readonly<Record<string, Place>> = { '{': 'first-key', '[': 'first-value' }
const closes: Readonly<Record<string, { open: string; empty: Place }>> = {
  '}': { open: '{', empty: 'first-key' },
  ']': { open: '[', empty: 'first-value' },
}

/** Takes one token; false when it cannot stand here. */
function step(state: State, kind: string): boolean {
  const closing = closes[kind]
  if (closing) {
    if (state.place !== closing.empty && state.place !== 'after') return false
    if (state.open.pop() !== closing.open) return false
    state.place = 'after'
    return true
  }
  const next = placeAfter(state, kind)
  if (next === undefined) return false
  if (opens[kind]) state.open.push(kind)
  state.place = next
  return true
}

function placeAfter({ place, open }: State, kind: string): Place | undefined {
  if (kind === ',') return place === 'after' ? (open.at(-1) === '{' ? 'key' : 'value') : undefined
  if (kind === ':') return place === 'colon' ? 'value' : undefined
  if (place === 'key' || place === 'first-key') return kind === 'string' ? 'colon' : undefined
  if (place !== 'value' && place !== 'first-value') return undefined
  return opens[kind] ?? 'after'
}
