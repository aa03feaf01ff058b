import { describe, expect, test } from 'vitest'
import { ambiguousFields, parseRequestForm, shownQuestions } from './forms.ts'
import { claimName, quantityName, receiptName, wishName } from './line-fields.ts'

/** What a form holds; a name may stand in it several times. */
function formData(...fields: readonly (readonly [name: string, value: string])[]): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

describe('a change of an order', () => {
  test('names a line once with what is wanted, numbers as they are typed in the person’s language', () => {
    const data = formData(['line', '1'], [quantityName('1'), '1.250,5'], [wishName('requestedDate', '1'), ''])
    expect(parseRequestForm('requestChange', data)).toEqual({
      content: { lines: [{ line: '1', quantity: '1250.5' }] },
      missing: [],
    })
  })

  test('names a line once for each part', () => {
    const parts = (second: string) =>
      formData(
        ['line', '1'],
        [quantityName('1'), '3'],
        [wishName('requestedDate', '1'), '2026-04-01'],
        [quantityName('1'), '1'],
        [wishName('requestedDate', '1'), second],
      )
    expect(parseRequestForm('requestChange', parts('2026-05-01'))).toEqual({
      content: {
        lines: [
          { line: '1', quantity: '3', requestedDate: '2026-04-01' },
          { line: '1', quantity: '1', requestedDate: '2026-05-01' },
        ],
      },
      missing: [],
    })
    expect(parseRequestForm('requestChange', parts('')).missing).toEqual([quantityName('1')])
  })

  test('of a chosen line says what should be different', () => {
    const data = formData(['line', '1'], [quantityName('1'), ''], [wishName('requestedDate', '1'), ''])
    expect(parseRequestForm('requestChange', data).missing).toEqual([quantityName('1')])
  })
})

test('a counter-offer takes a price, a quantity or words of a line, and at least one line', () => {
  const data = formData(
    ['line', '1'],
    [wishName('unitPrice', '1'), '4,75'],
    ['line', '2'],
    [wishName('note', '2'), 'In red'],
  )
  expect(parseRequestForm('counterOffer', data)).toEqual({
    content: {
      lines: [
        { line: '1', unitPrice: '4.75' },
        { line: '2', note: 'In red' },
      ],
    },
    missing: [],
  })
  expect(parseRequestForm('counterOffer', formData()).missing).toEqual(['lines'])
})

test('a date that is refused needs another, or words', () => {
  expect(parseRequestForm('refusePromise', formData()).missing).toEqual(['requestedDate'])
  expect(parseRequestForm('refusePromise', formData(['note', 'Send half of it'])).missing).toEqual([])
})

describe('a receipt', () => {
  const who = [
    ['receivedOn', '2026-03-09'],
    ['receivedBy', 'Lena'],
  ] as const
  const counted = (received: string, damaged: string) => [
    ...([['line', '2']] as const),
    ...([
      [receiptName('delivered', '2'), '8'],
      [receiptName('received', '2'), received],
      [receiptName('damaged', '2'), damaged],
    ] as const),
  ]
  const common = { receivedOn: '2026-03-09', receivedBy: 'Lena' }

  test('asks for lines when not everything came, and for nothing more when it did', () => {
    const namesOf = (complete: string | undefined) =>
      shownQuestions('confirmReceipt', () => complete).map(({ name }) => name)
    expect(namesOf(undefined)).not.toContain('lines')
    expect(namesOf('on')).not.toContain('lines')
    expect(namesOf('off')).toContain('lines')
    const all = formData(...who, ['complete', 'on'], ...counted('3', ''))
    expect(parseRequestForm('confirmReceipt', all)).toEqual({ content: { ...common, complete: true }, missing: [] })
  })

  test.each([
    ['3', '', { line: '2', received: '3' }],
    ['8', '1', { line: '2', received: '8', damaged: '1' }],
    ['0', '0', { line: '2', received: '0' }],
    ['2,5', '', { line: '2', received: '2.5' }],
  ])('that counts %s of 8, "%s" of them damaged, says so without words', (received, damaged, line) => {
    expect(parseRequestForm('confirmReceipt', formData(...who, ...counted(received, damaged)))).toEqual({
      content: { ...common, complete: false, lines: [line] },
      missing: [],
    })
  })

  test('that is not complete says what is wrong, by a count or in words', () => {
    const asDelivered = counted('8', '')
    expect(parseRequestForm('confirmReceipt', formData(...who, ...asDelivered)).missing).toEqual([quantityName('2')])
    expect(parseRequestForm('confirmReceipt', formData(...who, ...counted('', ''))).missing).toEqual([
      quantityName('2'),
    ])
    const withWords = formData(...who, ...asDelivered, ['note', 'Wrong colour'])
    expect(parseRequestForm('confirmReceipt', withWords).missing).toEqual([])
  })
})

describe('a claim', () => {
  const claim = (
    delivered: string,
    ...counts: readonly (readonly ['short' | 'damaged' | 'wrong' | 'over', string])[]
  ) =>
    parseRequestForm(
      'claim',
      formData(
        ['line', '2'],
        [receiptName('delivered', '2'), delivered],
        ...counts.map(([kind, count]) => [claimName(kind)('2'), count] as const),
      ),
    )

  test('says of one line how much is missing, damaged and wrong, without words', () => {
    expect(claim('7', ['short', '2'], ['damaged', '1'], ['wrong', '1'], ['over', ''])).toEqual({
      content: {
        lines: [
          { line: '2', kind: 'short', quantity: '2' },
          { line: '2', kind: 'damaged', quantity: '1' },
          { line: '2', kind: 'wrong', quantity: '1' },
        ],
      },
      missing: [],
    })
  })

  test.each([
    ['nothing', '7', []],
    [
      'more than was delivered',
      '7',
      [
        ['short', '5'],
        ['wrong', '2,5'],
      ],
    ],
    ['what is no number', '7', [['damaged', 'some']]],
  ] as const)('of %s is not sent', (_, delivered, counts) => {
    expect(claim(delivered, ...counts).missing).toEqual([claimName('short')('2')])
  })

  test('of what came on top, or of a delivery whose quantity nobody knows, takes any quantity', () => {
    expect(claim('7', ['over', '20']).missing).toEqual([])
    expect(claim('', ['short', '20']).missing).toEqual([])
  })
})

describe('the answer to what an order waits for', () => {
  const file = new File(['%PDF'], 'drawing.pdf')
  const answered = (fields: Readonly<Record<string, string | File>>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return parseRequestForm('answerHold', data)
  }

  test.each([
    ['a tick', { confirmed: 'on' }, { confirmed: true }],
    ['a file', { files: file }, { filesFollow: true }],
    ['words', { note: 'Approved' }, { note: 'Approved' }],
  ])('is %s alone', (_, fields, content) => {
    expect(answered(fields)).toEqual({ content, missing: [] })
  })

  test('is not nothing', () => {
    expect(answered({ note: ' ' })).toEqual({ content: {}, missing: ['note'] })
  })
})

describe('a number that can be a thousand or one is asked for again', () => {
  test.each([
    ['of goods to order again', 'reorder', quantityName('1')],
    ['of a change', 'requestChange', quantityName('1')],
    ['of a counter-offer', 'counterOffer', quantityName('1')],
    ['as the price of a counter-offer', 'counterOffer', wishName('unitPrice', '1')],
    ['of broken goods', 'claim', claimName('damaged')('1')],
  ] as const)('%s', (_, kind, field) => {
    const data = formData(['line', '1'], [field, '1,000'])
    expect(ambiguousFields(kind, data)).toEqual([field])
    expect(parseRequestForm(kind, data).missing).toEqual([])
    expect(ambiguousFields(kind, formData(['line', '1'], [field, '1000']))).toEqual([])
  })

  test.each(['received', 'damaged'] as const)('of goods that came, %s', (field) => {
    const data = formData(['line', '1'], [receiptName(field, '1'), '1.000'])
    expect(ambiguousFields('confirmReceipt', data)).toEqual([receiptName(field, '1')])
  })

  test('of a payment', () => {
    expect(ambiguousFields('reportPayment', formData(['amount', '1.000']))).toEqual(['amount'])
    expect(ambiguousFields('reportPayment', formData(['amount', '1.000,00']))).toEqual([])
  })
})
