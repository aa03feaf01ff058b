import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#database/testing/database.ts'
import { fileSources, orderList, wrongList } from '#server/testing/file-sources.ts'
import { endProcess, type RunningPortal } from '#server/testing/process.ts'
import { type Dovecot, hasDovecot, startDovecot } from './dovecot.ts'
import { faultPortal } from './fault-portal.ts'
import { hasOpenSsh, type OpenSsh, startOpenSsh } from './openssh.ts'

/* Files are fetched from a real OpenSSH and a real Dovecot, also while the server is killed. */

const kills = 6

describe.skipIf(!hasOpenSsh())('Files at an SFTP server (needs Debian’s package openssh-server)', () => {
  let server: OpenSsh
  let database: TestDatabase
  let sources: Awaited<ReturnType<typeof fileSources>>
  const root = mkdtempSync(join(tmpdir(), 'portal-sources-'))
  const folderOf = (name: string) => join(root, name)
  const names = (name: string, sub = '.') => readdirSync(join(folderOf(name), sub)).sort()
  const put = (name: string, file: string, text: string) => writeFileSync(join(folderOf(name), file), text)

  beforeAll(async () => {
    server = await startOpenSsh()
    database = await testDatabase()
    sources = await fileSources(database)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  })

  const addSource = async (name: string, more: { leavesFiles?: boolean; minutes?: number } = {}) => {
    mkdirSync(folderOf(name))
    const url = `sftp://127.0.0.1:${server.port}${folderOf(name)}`
    await sources.save(sources.source(name, url, { signIn: 'key', user: 'root', ...more }), server.privateKey)
  }

  test('are read once, moved with a report, and the fingerprint is the one that OpenSSH shows', async () => {
    await addSource('first')
    put('first', 'a.csv', orderList('A-1', 'A-2'))
    put('first', 'b.csv', wrongList)
    put('first', 'c.csv.filepart', orderList('A-3'))
    await sources.look('first')
    expect(await sources.orders()).toEqual(['A-1', 'A-2'])
    expect(names('first')).toEqual(['c.csv.filepart', 'processed', 'refused'])
    const [, report = ''] = names('first', 'processed')
    expect(readFileSync(join(folderOf('first'), 'processed', report), 'utf8')).toContain('2 new')
    expect((await sources.read('first')).settings.hostKey).toBe(server.hostKey)
  })

  test('of 20 MB come whole', async () => {
    await addSource('large')
    const rows = Array.from({ length: 200 }, (_, index) => `L-${index};C-1;01.11.2026;${'x'.repeat(99_000)}`)
    put('large', 'l.csv', ['Auftrag;Kunde;Datum;Text', ...rows, ''].join('\n'))
    await sources.look('large')
    expect(await sources.entries('large')).toMatchObject([{ outcome: 'processed' }])
    expect((await sources.orders()).filter((number) => number.startsWith('L-'))).toHaveLength(200)
  })

  test('are lost and doubled by no server that is killed while it reads them', async () => {
    const made = faultPortal({
      ...{ DATABASE_URL: database.ownerUrl, TOKEN_SECRET: database.tokenSecret, IMPORT_NETWORKS: '127.0.0.0/8' },
    })
    onTestFinished(made.end)
    await addSource('killed', { minutes: 1 })
    const numbers = Array.from({ length: kills * 4 }, (_, index) => `K-${index}`)
    let portal: RunningPortal | undefined
    const runs = async () =>
      (
        await database.owner.query<{ runs: number }>(
          `select count(*)::int as runs from import_runs where started_by = 'killed'`,
        )
      ).rows[0]?.runs ?? 0
    for (let kill = 0; kill < kills; kill++) {
      for (const number of numbers.slice(kill * 4, kill * 4 + 4)) put('killed', `${number}.csv`, orderList(number))
      portal = await made.start()
      const before = await runs()
      await expect
        .poll(
          async () => {
            await database.owner.query(`update file_sources set next_at = now() where name = 'killed'`)
            // The first is the one that was broken off before: no file is broken off so often that it is put aside.
            return (await runs()) > before + 1
          },
          { timeout: 60_000, interval: 50 },
        )
        .toBe(true)
      await endProcess(portal.child, 'SIGKILL')
    }
    portal = await made.start()
    await expect
      .poll(
        async () => {
          await database.owner.query(`update file_sources set next_at = now() where name = 'killed'`)
          return names('killed').filter((name) => name.endsWith('.csv')).length
        },
        { timeout: 120_000, interval: 500 },
      )
      .toBe(0)
    await endProcess(portal.child, 'SIGTERM')
    const taken = (await sources.orders()).filter((number) => number.startsWith('K-'))
    expect(taken.sort()).toEqual(numbers.toSorted())
    expect(names('killed', 'processed').filter((name) => name.endsWith('.csv'))).toHaveLength(numbers.length)
  }, 300_000)
})

describe.skipIf(!hasDovecot())('Files in a mailbox (needs Debian’s package dovecot-imapd)', () => {
  let mailServer: Dovecot
  let sources: Awaited<ReturnType<typeof fileSources>>
  beforeAll(async () => {
    mailServer = await startDovecot({ user: 'files' })
    sources = await fileSources(await testDatabase())
  })
  afterAll(() => mailServer.stop())

  /** A mail with a file attached, as programs write it. */
  const mail = (from: string, name: string | undefined, text = '', more = '') =>
    Buffer.from(
      [
        ...[`From: ${from}`, 'To: files@portal.example', 'Subject: Orders', `Message-ID: <${name}-${from}>`],
        ...(more === '' ? [] : [more]),
        ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b'],
        ...['Content-Type: text/plain', '', 'The list of today.'],
        ...(name === undefined
          ? []
          : [
              ...['--b', `Content-Type: text/csv; name="${name}"`, 'Content-Transfer-Encoding: base64'],
              ...[`Content-Disposition: attachment; filename="${name}"`, '', Buffer.from(text).toString('base64')],
            ]),
        ...['--b--', ''],
      ].join('\r\n'),
    )

  test('of known senders are read, others stay with a reason, and nothing is read twice', async () => {
    const url = new URL(mailServer.url)
    const address = `imap://${url.host}/INBOX`
    const source = {
      ...sources.source('mails', address, { signIn: 'password', user: 'files' }),
      senders: ['erp@supplier.example', '@partner.example'],
    }
    expect((await sources.attempt(source, 'wrong')).failure).toMatch(/^The mailbox cannot be opened: /)
    await sources.save(source, 'secret')
    await mailServer.deliver([
      mail('ERP <erp@supplier.example>', 'a.csv', orderList('M-1')),
      mail('bo@partner.example', 'b.csv', orderList('M-2')),
      mail('eve@evil.example', 'c.csv', orderList('M-3')),
      mail('erp@supplier.example', undefined),
      mail('erp@supplier.example', 'd.csv', wrongList),
      mail('erp@supplier.example', 'e.csv', orderList('M-4'), 'Authentication-Results: mx.example; dmarc=fail'),
    ])
    expect(await sources.attempt(source)).toMatchObject({ failure: null, waiting: 6 })
    await sources.look('mails')
    await sources.look('mails')
    expect(await sources.orders()).toEqual(['M-1', 'M-2'])
    const entries = await sources.entries('mails')
    expect(entries.map(({ files, outcome }) => [files[0] ?? '', outcome]).sort()).toEqual([
      ['', 'left'],
      ['', 'left'],
      ['', 'left'],
      ['a.csv', 'processed'],
      ['b.csv', 'processed'],
      ['d.csv', 'refused'],
    ])
    expect(entries.flatMap(({ outcome, reason }) => (outcome === 'left' ? [reason] : [])).sort()).toEqual([
      'The mail does not come from erp@supplier.example: its mail server denies it.',
      'The mail of erp@supplier.example has no file attached.',
      'eve@evil.example is not among the senders whose files are read.',
    ])
    const counts = await Promise.all(['INBOX', 'Processed', 'Refused'].map(mailServer.count))
    expect(counts).toEqual([3, 2, 1])
    // Somebody becomes a known sender: what was left is looked at once more.
    await sources.save({ ...source, senders: [...source.senders, 'eve@evil.example'] })
    await sources.look('mails')
    expect(await sources.orders()).toContain('M-3')
  })

  test('are read once by servers that look at the same time, and after one that ended in the middle', async () => {
    await mailServer.deliver([mail('erp@supplier.example', 'f.csv', orderList('N-1'))])
    let isFirst = true
    await sources.look('mails', {
      take: async (files, options) => {
        const report = await sources.take(files, options)
        if (isFirst) throw new Error('the server has ended')
        return report
      },
    })
    isFirst = false
    await Promise.all([1, 2, 3].map(() => sources.look('mails')))
    expect((await sources.entries('mails')).filter(({ files }) => files[0] === 'f.csv')).toHaveLength(1)
    expect(await sources.orders()).toContain('N-1')
  })
})
