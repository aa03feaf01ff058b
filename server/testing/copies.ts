import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openClient } from '#database/connect.ts'
import { openSnapshot } from '#database/copy/snapshot.ts'
import { atEnd } from '#database/testing/at-end.ts'

/** Runs a statement as administrator of the PostgreSQL of this run. */
async function asAdmin(sql: string): Promise<void> {
  const client = await openClient({ connectionString: inject('database').adminUrl })
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * Makes new, empty databases, each of an owner who is no superuser, as administrators make one; returns their URLs. They
 * are gone after the file's last test. Call it at the top of the file.
 */
export function emptyDatabases(): () => Promise<string> {
  const made: string[] = []
  // The passwords of the portal's roles, which belong to the whole server, are made from the owner's.
  const { password } = new URL(inject('database').adminUrl)
  atEnd(async () => {
    for (const name of made) {
      await asAdmin(`drop database if exists ${name} with (force)`)
      await asAdmin(`drop owned by ${name} cascade; drop role ${name}`)
    }
  })
  return async () => {
    const name = `copy_${randomBytes(6).toString('hex')}`
    await asAdmin(`create role ${name} login createrole nosuperuser password '${password}'`)
    made.push(name)
    for (const role of ['portal', 'portal_server', 'portal_console', 'portal_search', 'portal_backup'])
      await asAdmin(`grant ${role} to ${name} with admin option`)
    await asAdmin(`create database ${name} owner ${name}`)
    const url = new URL(inject('database').adminUrl)
    url.pathname = `/${name}`
    url.username = name
    return url.href
  }
}

/** The number and the sum of the rows of each table. */
export async function contentsOf(ownerUrl: string): Promise<Record<string, string>> {
  const snapshot = await openSnapshot(ownerUrl)
  try {
    const contents: Record<string, string> = {}
    for (const table of snapshot.tables) {
      const { rows, sum } = await snapshot.sum(table)
      contents[table.name] = `${rows} rows, ${sum}`
    }
    for (const { name, lastValue, isCalled } of snapshot.sequences) contents[name] = `${lastValue} ${isCalled}`
    return contents
  } finally {
    await snapshot.end()
  }
}
