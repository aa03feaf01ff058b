import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import {
  accountDataParts,
  type PersonalDataPart,
  personalDataPages,
  personalDataQueries,
  selectAccountData,
  selectAccounts,
} from './person-queries.ts'

/**
 * Streams all of a person's data as JSON text: a list for each part, and for each of their accounts their own data in
 * it.
 */
export function streamPersonalData(db: Pool, userId: string, now: Date): Readable {
  return Readable.from(personalDataJson(db, userId, now), { objectMode: false })
}

async function* personalDataJson(db: Pool, userId: string, now: Date): AsyncGenerator<string> {
  yield `{\n"madeAt": ${JSON.stringify(now.toISOString())}`
  for (const part of Object.keys(personalDataQueries) as PersonalDataPart[]) {
    yield `,\n${JSON.stringify(part)}: [`
    let first = true
    for await (const page of personalDataPages(db, part, userId))
      for (const row of page) {
        yield `${first ? '\n' : ',\n'}${JSON.stringify(row)}`
        first = false
      }
    yield ']'
  }
  yield ',\n"accounts": ['
  let first = true
  for (const { id, number, name } of await selectAccounts(db, userId)) {
    const parts = await selectAccountData(db, userId, id)
    const own = Object.fromEntries(accountDataParts.map((part) => [part, parts[part]]))
    yield `${first ? '\n' : ',\n'}${JSON.stringify({ number, name, ...own })}`
    first = false
  }
  yield ']\n}\n'
}
