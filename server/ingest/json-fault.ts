/*
 * JSON.parse does not always say where a text goes wrong; a person who mends a file of a hundred thousand lines needs
 * the column. This runs only over a line that has already failed.
 */
const token =
  /[ \t\r\n]*(?:([{[\]},:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![A-Za-z0-9_.+-]))/y

type Place = 'value' | 'key' | 'colon' | 'after' | 'first-value' | 'first-key'

/** What the scanner stands in: the open brackets, and what may come next. */
type State = { open: string[]; place: Place }

/** The index of the first character that cannot stand where it stands; the length when the text ends too early. */
export function jsonFault(text: string): number {
  const state: State = { open: [], place: 'value' }
  let at = 0
  for (;;) {
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) return insideString(text, skipBlank(text, at))
    const start = skipBlank(text, at)
    if (!step(state, match[1] ?? (text[start] === '"' ? 'string' : 'scalar'))) return start
    at = token.lastIndex
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

function step(state: State, kind: string): boolean {
  const { place } = state
  if (kind === '{' || kind === '[') {
    if (place !== 'value' && place !== 'first-value') return false
    state.open.push(kind)
    state.place = kind === '{' ? 'first-key' : 'first-value'
    return true
  }
  if (kind === '}' || kind === ']') {
    const fits =
      kind === '}' ? place === 'first-key' || place === 'after' : place === 'first-value' || place === 'after'
    if (!fits || state.open.pop() !== (kind === '}' ? '{' : '[')) return false
    state.place = 'after'
    return true
  }
  if (kind === ',') {
    if (place !== 'after') return false
    state.place = state.open.at(-1) === '{' ? 'key' : 'value'
    return true
  }
  if (kind === ':') {
    if (place !== 'colon') return false
    state.place = 'value'
    return true
  }
  if (place === 'key' || place === 'first-key') {
    if (kind !== 'string') return false
    state.place = 'colon'
    return true
  }
  if (place !== 'value' && place !== 'first-value') return false
  state.place = 'after'
  return true
}
