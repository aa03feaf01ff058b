import { afterAll, expect, test } from 'vitest'
import { openListener } from './listen.ts'
import { testDatabase, testLink } from './testing/database.ts'

const link = await testLink()
const database = await testDatabase(link)
const clock = () => new Date('2026-03-01T08:00:00Z')

async function open() {
  const lines: string[] = []
  const lost: Error[] = []
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
  const listener = await openListener({
    url: database.urls.server,
    log,
    clock,
    onLost: (error) => void lost.push(error),
  })
  afterAll(listener.stop)
  return { listener, lines, lost }
}
const notify = (payload: string) => database.owner.query(`select pg_notify('account_changed', $1)`, [payload])
const cut = () =>
  database.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'portal listener'`,
  )

test('Each notification reaches those who listen to its channel, and nobody else', async () => {
  const { listener } = await open()
  const accounts: unknown[] = []
  const sessions: unknown[] = []
  const unsubscribe = listener.subscribe('account_changed', (payload) => void accounts.push(payload))
  listener.subscribe('session_refused', (payload) => void sessions.push(payload))
  await notify('first')
  await expect.poll(() => accounts).toEqual(['first'])
  unsubscribe()
  const later: unknown[] = []
  listener.subscribe('account_changed', (payload) => void later.push(payload))
  await notify('second')
  await expect.poll(() => later).toEqual(['second'])
  expect([accounts, sessions]).toEqual([['first'], []])
  await listener.stop()
})

test('When the connection is cut, another takes its place at once and tells that something may have been missed', async () => {
  const { listener, lines, lost } = await open()
  const payloads: unknown[] = []
  listener.subscribe('account_changed', (payload) => void payloads.push(payload))
  await cut()
  await expect.poll(() => payloads).toEqual([undefined])
  await notify('after the cut')
  await expect.poll(() => payloads).toEqual([undefined, 'after the cut'])
  expect((await listener.db().query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(lost.map(({ message }) => message)).toEqual(['terminating connection due to administrator command'])
  expect(lines).toEqual([])
  await listener.stop()
})

test.each(['refusing', 'silent'] as const)(
  'A database that is %s for some seconds is logged once when it goes and once when it is back',
  async (state) => {
    const { listener, lines } = await open()
    const payloads: unknown[] = []
    listener.subscribe('account_changed', (payload) => void payloads.push(payload))
    try {
      link.become(state)
      if (state === 'refusing') link.reset()
      await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1)
      expect(() => listener.db()).toThrow('No connection listens to the database')
    } finally {
      link.become('well')
    }
    await expect.poll(() => payloads, { timeout: 10_000 }).toEqual([undefined])
    await expect.poll(() => lines.length).toBe(2)
    expect(lines).toEqual([
      expect.stringMatching(/^The database has been away since 2026-03-01T08:00:00.000Z \(.+\); it is asked again/),
      expect.stringMatching(/^The database is back; it was away for \d+ s\.$/),
    ])
    await listener.stop()
  },
)
