import pg from 'pg'
import { permissions } from '#contract/permissions.ts'
import type { DocumentType } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { StatementBatch } from '#database/statement-batch.ts'
import { typeParsers } from '#database/type-parsers.ts'

/** A statement as the portal passed it to the driver. */
export type Statement = { name?: string; text: string; values: unknown[] }

/** Runs the portal's own code over a pool and returns its statements, in order. */
export async function recordStatements(
  viewerUrl: string,
  run: (pool: pg.Pool) => Promise<unknown>,
): Promise<Statement[]> {
  const recorded: Statement[] = []
  const pool = new pg.Pool({ connectionString: viewerUrl, max: 1, types: typeParsers })
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [submitted] = args as [string | pg.QueryConfig | StatementBatch]
        const statements =
          typeof submitted === 'string'
            ? [{ text: submitted }]
            : 'statements' in submitted
              ? submitted.statements
              : [submitted]
        for (const { name, text, values = [] } of statements)
          recorded.push({ ...(name === undefined ? {} : { name }), text, values })
        return query(...args)
      },
    })
  })
  try {
    await run(pool)
  } finally {
    await pool.end()
  }
  return recorded
}

/**
 * A viewer who is an administrator of the account. Only server/http makes real viewers; this one is for recording the
 * statements of such a person's requests.
 */
export function viewerOf(accountId: string): Viewer {
  const id = '00000000-0000-7000-8000-000000000000'
  return { userId: id, sessionId: id, accountId, role: 'admin', permissions: new Set(permissions) } as unknown as Viewer
}

export type DocumentKey = { accountId: string; type: DocumentType; number: string }
