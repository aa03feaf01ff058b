/** What the receiving server found out about who sent a mail; undefined: nothing that would tell. */
export type Verdict = 'pass' | 'fail' | undefined

/**
 * Reads the topmost of the given Authentication-Results (RFC 8601), or the topmost of the server that is named. Each server
 * puts its own above those that came with the mail, so what a sender has written stands below. A failure counts; a pass only
 * says that nothing failed.
 */
export function readVerdict(results: readonly string[], server: string | undefined): Verdict {
  const own = results.map(parseResults).find(({ by }) => server === undefined || by === server.toLowerCase())
  if (!own) return undefined
  const { dmarc, spf, dkim } = own
  if (dmarc === 'pass' || dmarc === 'bestguesspass') return 'pass'
  if (dmarc === 'fail') return 'fail'
  if (dkim === 'pass' || spf === 'pass') return 'pass'
  return dkim === 'fail' || spf === 'fail' ? 'fail' : undefined
}

/** The server that found out, and its result by method: of several signatures one that holds. */
function parseResults(text: string): { by: string } & Partial<Record<'dmarc' | 'spf' | 'dkim', string>> {
  const [first = '', ...others] = withoutComments(text.slice(0, 10_000)).toLowerCase().split(';')
  // Some servers leave their own name out.
  const named = first.includes('=') ? [first, ...others] : others
  const parsed: ReturnType<typeof parseResults> = { by: first.includes('=') ? '' : (first.trim().split(/\s/)[0] ?? '') }
  for (const part of named) {
    const [, method, result] = /^\s*(dmarc|spf|dkim)\s*=\s*([a-z]+)/.exec(part) ?? []
    if (method !== 'dmarc' && method !== 'spf' && method !== 'dkim') continue
    if (parsed[method] !== 'pass') parsed[method] = result ?? ''
  }
  return parsed
}

/** Without what stands in parentheses, which may hold anything. */
function withoutComments(text: string): string {
  let depth = 0
  let kept = ''
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += character
  }
  return kept
}
