import { randomBytes } from 'node:crypto'
import { connect, type Pools } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { type RoleUrls, roleUrls } from '#database/roles.ts'
import { type MeasuredDatabase, tokenSecret } from './measured-database.ts'
import { reportProgress } from './progress.ts'

/** An empty, migrated database beside the measured one, so that writing to it leaves the measured one unchanged. */
export type FreshDatabase = { ownerUrl: string; urls: RoleUrls; pools: Pools; drop: () => Promise<void> }

/** Makes an empty database on the PostgreSQL server of the measured one. */
export async function freshDatabase(data: MeasuredDatabase): Promise<FreshDatabase> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  await data.owner.query(`create database ${name}`)
  const url = new URL(data.ownerUrl)
  url.pathname = `/${name}`
  const ownerUrl = url.href
  const { partitions } = data
  await migrate({ url: ownerUrl, tokenSecret, partitions, log: { info: () => undefined, warn: reportProgress } })
  const urls = roleUrls(ownerUrl, tokenSecret)
  const pools = connect(urls, { onLost: (error) => reportProgress(error.message) })
  return {
    ownerUrl,
    urls,
    pools,
    drop: async () => {
      await pools.end()
      await data.owner.query(`drop database ${name} with (force)`)
    },
  }
}
