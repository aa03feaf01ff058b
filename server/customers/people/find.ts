import type { Staff } from '#contract/console/staff.ts'
import type { CustomerDeps } from '../acts.ts'
import { plainText } from '../plain-text.ts'
import { type PeopleResult, selectLockedOut, selectPeople } from './find-queries.ts'

/** The most words of a text by which people are found. */
const mostWords = 5

/**
 * The people whom a member of staff may see and a text finds, nobody for one without a letter or a digit; without a text,
 * those who cannot sign in.
 */
export async function findPeopleForStaff(
  { consolePool, clock }: Pick<CustomerDeps, 'consolePool' | 'clock'>,
  staff: Staff,
  text: string | undefined,
): Promise<PeopleResult> {
  const typed = (text ?? '').trim()
  if (typed === '') return selectLockedOut(consolePool, staff)
  const words = wordsOf(typed)
  if (words.length === 0) return { people: [], invited: [], more: false }
  const email = /\s/.test(typed) ? '' : typed.normalize('NFC').toLowerCase()
  return selectPeople(consolePool, staff, { words, email, now: clock() })
}

/** The words of a text as the database stores those of people. */
function wordsOf(text: string): string[] {
  const words = plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, mostWords).map((word) => word.slice(0, 60))
}
