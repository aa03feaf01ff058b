/** How much of one refused message is kept, in bytes: a document of some 500 lines. */
const mostContent = 256 * 1024

/** Keys of the portal, and what programs send by mistake beside a document. */
const secrets: readonly [RegExp, string][] = [
  [/tt_[A-Za-z0-9_-]{43}/g, 'tt_…'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9+/=._~-]{8,}/gi, '$1 …'],
  [/("(?:password|secret|token|authorization|api[-_]?key)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi, '$1"…"'],
]

/**
 * The text of a message as it is kept: what is no UTF-8 is read as Windows-1252, which shows what was meant; secrets are
 * taken out. `whole` is false when the message is longer than what is kept.
 */
export function keptContent(raw: Uint8Array): { content: string; whole: boolean } {
  const whole = raw.length <= mostContent
  const text = decode(whole ? raw : raw.subarray(0, mostContent), whole)
  // The database holds no NUL.
  return { content: withoutSecrets(text.replaceAll('\u0000', '\u2400')), whole }
}

/** A text without what opens something. */
function withoutSecrets(text: string): string {
  return secrets.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
}

/** The text of the bytes; when they are not the whole of it, without a character that their end cuts in two. */
function decode(bytes: Uint8Array, whole: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !whole })
  } catch {
    // It is no UTF-8.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
