import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMail } from './read-mail.ts'
import { readVerdict } from './verdict.ts'

const mail = (head: string, text = 'Yes.') =>
  Buffer.from(`From: Ann <Ann@Better.example>\r\nTo: reply+x@portal.example\r\n${head}\r\n${text}\r\n`)

describe('A mail', () => {
  test('says who has sent it to whom, in lower case', async () => {
    const read = await readMail(mail('Delivered-To: Reply+Y@portal.example\r\nSubject: =?utf-8?Q?f=C3=BCr?=\r\n'))
    expect(read).toMatchObject({ from: { address: 'ann@better.example', name: 'Ann' }, subject: 'für', text: 'Yes.\n' })
    expect(read.recipients).toEqual(['reply+y@portal.example', 'reply+x@portal.example'])
  })

  test('from several people is from nobody', async () => {
    expect((await readMail(Buffer.from('From: a@b.example, c@d.example\r\n\r\nYes'))).from).toBeUndefined()
  })

  test('without an id is known again by what it says', async () => {
    const [one, same, other] = await Promise.all(
      [mail(''), mail('Received: from x\r\n'), mail('', 'No.')].map((bytes) => readMail(bytes)),
    )
    expect([one?.id === same?.id, one?.id === other?.id]).toEqual([true, false])
  })

  test('is read whatever its bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('', 'From: a@b.c\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n'),
        async (bytes, head) => {
          const read = await readMail(Buffer.concat([Buffer.from(head), bytes]))
          expect(typeof read.text).toBe('string')
        },
      ),
      { numRuns: 60 },
    )
  })

  test('loses the little pictures and signatures that belong to it, and keeps its files', async () => {
    const part = (head: string, bytes: number) =>
      `--x\r\n${head}Content-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(bytes, 1).toString('base64')}\r\n`
    const read = await readMail(
      mail(
        'Content-Type: multipart/related; boundary=x\r\n',
        `--x\r\nContent-Type: text/html\r\n\r\n<p>Yes</p><img src="cid:logo">\r\n${part('Content-Type: image/png\r\nContent-ID: <logo>\r\n', 900)}${part('Content-Type: image/png; name=photo.png\r\nContent-ID: <photo>\r\n', 40_000)}${part('Content-Type: application/pkcs7-signature\r\n', 900)}--x--`,
      ),
    )
    expect(read.files.map(({ name, content }) => [name, content.length])).toEqual([['photo.png', 40_000]])
  })

  test.each([
    ['auto-reply', 'Auto-Submitted: auto-replied\r\n'],
    ['auto-reply', 'Precedence: auto_reply\r\n'],
    ['auto-reply', 'X-Autoreply: yes\r\n'],
    ['auto-reply', 'Subject: Automatische Antwort: Bestellung\r\n'],
    ['auto-reply', 'Subject: =?utf-8?B?2LHYryDYqtmE2YLYp9im2Yo6INmF2LHYrdio2Kc=?=\r\n'],
    ['bounce', 'Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n'],
    ['bounce', 'Return-Path: <>\r\n'],
    ['bulk', 'List-Id: <news.example>\r\n'],
    [undefined, 'Auto-Submitted: no\r\nReturn-Path: <ann@better.example>\r\nSubject: Re: out there\r\n'],
  ])('written by no person is told apart: %s', async (kind, head) => {
    expect((await readMail(mail(head))).automatic).toBe(kind)
  })
})

describe('What the receiving server says of the sender', () => {
  test.each([
    ['fail', 'mx.example; spf=pass smtp.mailfrom=a.example; dkim=pass; dmarc=fail (p=none)'],
    ['pass', 'mx.example; spf=fail; dmarc=pass header.from=b.example'],
    ['pass', 'mx.example 1; dkim=fail reason="bad"; dkim=pass header.d=b.example'],
    ['fail', 'mx.example; spf=fail (dkim=pass; dmarc=pass) smtp.mailfrom=b.example'],
    ['fail', 'spf=none; dkim=none; dmarc=fail action=none header.from=b.example;compauth=fail'],
    [undefined, 'mx.example; none'],
    [undefined, 'mx.example; spf=softfail'],
    [undefined, ''],
  ])('%s: %s', (verdict, line) => {
    expect(readVerdict([line], undefined)).toBe(verdict)
  })

  test('is the topmost line, or that of the server that the operator names', () => {
    const lines = ['inner.example; dmarc=pass', 'mx.example; dmarc=fail', 'mx.example; dmarc=pass']
    expect([undefined, 'MX.example', 'other.example'].map((server) => readVerdict(lines, server))).toEqual([
      'pass',
      'fail',
      undefined,
    ])
  })
})
