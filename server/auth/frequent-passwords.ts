import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The 10 000 most common passwords of eight characters and more, each as the first 64 bits of its SHA-256 so that the
 * file offends nobody: two different texts of them never meet by chance. The test beside it makes the file from
 * @zxcvbn-ts/language-common (MIT), which counts them in published leaks, and fails when the two differ.
 */
const hashed = new Set(
  readFileSync(join(import.meta.dirname, 'frequent-passwords.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
)

const shortestListed = 8

/** How a password stands in the list; it must be lower case. */
export function listed(password: string): string {
  return hash('sha256', password, 'buffer').subarray(0, 8).toString('base64url')
}

/** Whether a password, given in lower case, is among the most common, or is one of them or a short text over and over. */
export function isFrequentPassword(password: string): boolean {
  if (hashed.has(listed(password))) return true
  const unit = repeatedUnit(password)
  return unit !== undefined && ([...unit].length < shortestListed || hashed.has(listed(unit)))
}

/** The shortest text that the whole is a repetition of, if there is one. */
function repeatedUnit(text: string): string | undefined {
  // Any repetition is found inside its own double, earlier than at the end.
  const length = `${text}${text}`.indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}
