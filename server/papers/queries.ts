import type { Pool } from 'pg'
import { type DocumentType, documentTypes } from '#contract/values.ts'
import type { Viewer } from '#contract/viewer.ts'
import { readTogether } from '#database/transaction.ts'

export type AccountRow = { number: string; name: string }
export type ReferenceRow = { type: DocumentType; number: string }

const accountStatement = (viewer: Viewer) => ({
  name: 'papers:account',
  text: 'select number, name from accounts where account_id = $1',
  values: [viewer.accountId],
})

/** The viewer's account, for papers. */
export async function readAccount(viewerPool: Pool, viewer: Viewer): Promise<AccountRow | undefined> {
  const { rows } = await readTogether(viewerPool, viewer, (query) => query<AccountRow>(accountStatement(viewer)))
  return rows[0]
}

/** The account and the documents that one of its documents refers to: quotes, orders, shipments, invoices. */
export async function readPaperContext(
  viewerPool: Pool,
  viewer: Viewer,
  type: DocumentType,
  number: string,
): Promise<{ account: AccountRow | undefined; references: ReferenceRow[] }> {
  return readTogether(viewerPool, viewer, async (query) => {
    const [account, references] = await Promise.all([
      query<AccountRow>(accountStatement(viewer)),
      query<ReferenceRow>({
        name: 'papers:references',
        text: `select to_type as type, to_number as number from document_links
where account_id = $1 and position = 0
  and document_id = (select id from documents where account_id = $1 and type = $2 and number = $3)
order by array_position($4::text[], to_type), to_number`,
        values: [viewer.accountId, type, number, documentTypes],
      }),
    ])
    return { account: account.rows[0], references: references.rows }
  })
}
