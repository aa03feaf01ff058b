import { join } from 'node:path'
import type pg from 'pg'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { readScripts, runScripts, type Script } from './scripts.ts'

/*
 * Functions, views, triggers, policies and comments are files of their own that create or replace what they name. Each
 * is applied again when it has changed, and all are after a migration, which may have dropped what depends on a table.
 */

/** Reads the repeatable files under a folder, in the order in which they can be applied. */
export function readRepeatables(folder: string): Script[] {
  const read = (kind: string) =>
    readScripts(join(folder, kind)).map((script) => ({ ...script, name: `${kind}/${script.name}` }))
  return [
    ...inDependencyOrder([...read('functions'), ...read('views')]),
    ...read('triggers'),
    ...read('policies'),
    ...read('comments'),
  ]
}

/**
 * Applies the files that have changed since they were applied last, all in one transaction. Throws Refusal when the
 * database has one that this version does not know.
 */
export async function applyRepeatables(client: pg.Client, available: readonly Script[], log: Log): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from repeatables')
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const names = new Set(available.map(({ name }) => name))
  const unknown = rows.map(({ name }) => name).find((name) => !names.has(name))
  if (unknown !== undefined) {
    throw new Refusal(
      `The database has ${unknown}, which this version does not know. Start the newer version, or restore a backup made by this one. (Whoever deletes such a file writes a migration that drops what it created and deletes its row in the table repeatables.)`,
    )
  }
  const changed = available.filter(({ name, sha256 }) => applied.get(name) !== sha256)
  if (changed.length === 0) return
  await runScripts(client, 'The functions, views, triggers and policies', changed, ({ name, sha256 }) =>
    client.query(
      `insert into repeatables (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
      [name, sha256],
    ),
  )
  log.info(`${changed.length} of ${available.length} functions, views, triggers and policies were applied.`)
}

/** Each script after those whose names stand in its SQL: PostgreSQL looks for what a function or a view uses when it is created. */
function inDependencyOrder(scripts: readonly Script[]): Script[] {
  const byName = new Map(scripts.map((script) => [objectName(script), script]))
  const ordered = new Set<Script>()
  const visiting = new Set<Script>()
  const visit = (script: Script) => {
    // Functions in PL/pgSQL may call each other: what they call is looked for when they run.
    if (visiting.has(script)) return
    visiting.add(script)
    for (const word of wordsOf(script.sql)) {
      const needed = byName.get(word)
      if (needed !== undefined) visit(needed)
    }
    ordered.add(script)
  }
  for (const script of scripts) visit(script)
  return [...ordered]
}

/** What a file creates: functions/search-documents creates search_documents. */
const objectName = ({ name }: Script) => name.slice(name.indexOf('/') + 1).replaceAll('-', '_')

const wordsOf = (sql: string) => new Set(sql.replaceAll(/--.*$/gm, '').match(/\w+/g))
