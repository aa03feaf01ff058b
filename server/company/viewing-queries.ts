import type { Db } from '#database/transaction.ts'

export type ViewingRow = {
  id: string
  by: string
  person: string
  reason: string
  startedAt: string
  endedAt: string
}

/** The viewings of an account, the newest first: ids are of their time. */
export async function selectViewings(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ViewingRow[]> {
  const { rows } = await db.query<ViewingRow>({
    name: 'company-viewings',
    text: `select v.id, s.name as by, u.name as person, v.reason, v.started_at as "startedAt",
        least(v.ended_at, v.expires_at, e.ended_at) as "endedAt"
      from viewings v join staff s on s.id = v.staff_id join users u on u.id = v.user_id
        left join staff_sessions e on e.id = v.staff_session_id
      where v.account_id = $1 and ($2::uuid is null or v.id < $2) order by v.id desc limit $3`,
    values: [accountId, before, limit],
  })
  return rows
}
