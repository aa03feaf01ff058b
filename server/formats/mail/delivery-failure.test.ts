import { describe, expect, test } from 'vitest'
import { readDeliveryFailure } from './delivery-failure.ts'

const report = (fields: string, type = 'message/delivery-status') =>
  Buffer.from(
    [
      ...[
        'From: MAILER-DAEMON@mx.example',
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      ],
      ...['', '--b', 'Content-Type: text/plain', '', 'Action: failed', 'Status: 5.0.0', ''],
      ...['--b', `Content-Type: ${type};`, '  charset=us-ascii', '', 'Reporting-MTA: dns; mx.example', ''],
      ...[fields, '', '--b', 'Content-Type: message/rfc822', '', 'Subject: Your request', '', '--b--', ''],
    ].join('\r\n'),
  )
const failed = (more: string) => `Final-Recipient: rfc822; ann@a.example\r\nAction: failed\r\n${more}`

describe('A report about a mail', () => {
  test.each([
    ['Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No such\r\n user here', '550 5.1.1 No such user here'],
    ['Status: 5.2.2', '5.2.2'],
  ])('says why it will never arrive: %s', (fields, reason) => {
    expect(readDeliveryFailure(report(failed(fields)))).toBe(reason)
    expect(readDeliveryFailure(report(failed(fields), 'message/global-delivery-status'))).toBe(reason)
  })

  test('is of another mail that is only late, or arrived, or may be tried again', () => {
    for (const fields of ['Action: delayed\r\nStatus: 4.4.1', 'Action: delivered\r\nStatus: 2.0.0'])
      expect(readDeliveryFailure(report(`Final-Recipient: rfc822; ann@a.example\r\n${fields}`))).toBeUndefined()
    expect(readDeliveryFailure(report(failed('Status: 4.2.2')))).toBeUndefined()
    expect(readDeliveryFailure(report(failed('Status: 5.1.1'), 'text/plain'))).toBeUndefined()
    expect(readDeliveryFailure(Buffer.from('Action: failed\r\nStatus: 5.1.1'))).toBeUndefined()
  })

  test('tells of whichever recipient it did not reach', () => {
    const fields = `Action: delivered\r\nStatus: 2.0.0\r\n\r\n${failed('Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 gone')}`
    expect(readDeliveryFailure(report(fields))).toBe('550 gone')
  })
})
