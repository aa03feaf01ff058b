import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from './refusal.ts'

/** An SQL file, by its name without folder and `.sql`. */
export type Script = { name: string; sql: string; sha256: string }

const maxAttempts = 5

/** Reads the SQL files of a folder and its subfolders in the order of their names; none when there is no such folder. */
export function readScripts(folder: string): Script[] {
  return sqlFiles(folder).map((file) => {
    // A checkout with other line endings is the same script.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { name: basename(file, '.sql'), sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

function sqlFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.sql'))
      .sort((left, right) => (basename(left) < basename(right) ? -1 : 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Runs scripts and what records them in one transaction. Throws Refusal, and leaves the database as it was, when one
 * fails or when a table stays locked. `title` names the scripts to the operator.
 */
export async function runScripts(
  client: pg.Client,
  title: string,
  scripts: readonly Script[],
  record: (script: Script) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A script that waits for a lock blocks every later query on the table, so it gives up after two seconds.
      await client.query(`begin; set local lock_timeout = '2s'`)
      for (const script of scripts) {
        await runScript(client, title, script)
        await record(script)
      }
      await client.query('commit')
      return
    } catch (error) {
      // The error of the script says more than that of its rollback.
      await client.query('rollback').catch(() => undefined)
      if (!isLockConflict(error)) throw error
      if (attempt === maxAttempts) {
        throw new Refusal(
          `${title} waited ${maxAttempts} times for a table that something else holds locked. Nothing was changed; end the long transaction (see pg_stat_activity) and start again.`,
          { cause: error },
        )
      }
      await sleep(200 * attempt)
    }
  }
}

async function runScript(client: pg.Client, title: string, { name, sql }: Script): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isLockConflict(error)) throw error
    const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
    const script = title.endsWith(name) ? title : `${title} (${name}.sql)`
    throw new Refusal(
      `${script} failed and changed nothing${line}: ${error.message}. Mend the cause and start again.`,
      {
        cause: error,
      },
    )
  }
}

/** Whether somebody else held a table, or waited for one that the script held. */
function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}
