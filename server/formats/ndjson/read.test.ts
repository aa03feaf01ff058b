import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Incoming } from '../message.ts'
import { jsonErrorIndex } from './json-error-index.ts'
import { readNdjson } from './read.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(incoming: AsyncIterable<Incoming>): Promise<Incoming[]> {
  const items: Incoming[] = []
  for await (const item of incoming) items.push(item)
  return items
}

async function read(text: string | Uint8Array, size = 7, options: Parameters<typeof readNdjson>[1] = {}) {
  const items = await collect(readNdjson(inPieces(Buffer.from(text), size), options))
  return items.map((item) => ('problem' in item ? [item.line, item.problem.message] : [item.line, item.document]))
}

test('A file with a byte order mark, CRLF, blank lines and no last line end is read line by line', async () => {
  expect(await read('\ufeff{"a":1}\r\n\r\n  \n{"b":"ü"}\n[3]')).toEqual([
    [1, { a: 1 }],
    [4, { b: 'ü' }],
    [5, [3]],
  ])
})

test('However the network cuts the file, the same lines come out', async () => {
  const line = fc.oneof(fc.json(), fc.constant(''))
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 40 }), async (lines, size) => {
      const expected = lines.flatMap((text, index) => (text === '' ? [] : [[index + 1, JSON.parse(text)]]))
      expect(await read(lines.join('\n'), size)).toEqual(expected)
    }),
  )
})

test('A malformed line is told with its line and column, and the next line is read', async () => {
  expect(await read('{"a":x}\n{"a":1,}\n{"a":\n{"a":"\u0000"}\n{"ok":true}')).toEqual([
    [1, 'The line is not JSON: "x" cannot stand at column 6.'],
    [2, 'The line is not JSON: "}" cannot stand at column 8.'],
    [3, 'The line is not JSON: it ends too early, at column 6.'],
    [4, 'The line is not JSON: the control character U+0000 cannot stand at column 7.'],
    [5, { ok: true }],
  ])
})

test('Wherever JSON.parse refuses a text, a column is found, and the text before it could have gone on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.nat(), fc.constantFrom('', '}', ',', '"', 'x', ':'), async (json, at, insertion) => {
      const cut = at % (json.length + 1)
      const text = json.slice(0, cut) + insertion + json.slice(cut + 1)
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      const fault = await jsonErrorIndex(text, async () => undefined)
      expect(fault).toBeGreaterThanOrEqual(0)
      if (isJson) expect(fault).toBe(text.length)
      else expect(fault).toBeLessThanOrEqual(text.length)
    }),
  )
})

test('A line that is not UTF-8 is told with its column', async () => {
  const bytes = Buffer.concat([Buffer.from('{"a":"M'), Buffer.from([0xfc]), Buffer.from('ller"}\n{"b":2}')])
  expect(await read(bytes)).toEqual([
    [1, 'The line is not UTF-8: column 8 is not a character. Save the file as UTF-8.'],
    [2, { b: 2 }],
  ])
})

test('A line that is too long is refused without being kept, and the next line is read', async () => {
  const long = `{"a":"${'x'.repeat(3 * 1024 * 1024)}"}\n{"b":2}`
  const [first, second] = await read(long, 65_536, { longestLine: 1024 * 1024 })
  expect(first?.[1]).toContain('longer than 1 MB')
  expect(second).toEqual([2, { b: 2 }])
})

test('When the stream breaks off, whole lines are read and the begun one is told', async () => {
  async function* broken() {
    yield Buffer.from('{"a":1}\n{"b":')
    throw new Error('aborted')
  }
  const items = await collect(readNdjson(broken(), { cutOff: () => true }))
  expect(items).toMatchObject([
    { line: 1, document: { a: 1 } },
    { line: 2, problem: { path: '$' } },
  ])
  await expect(collect(readNdjson(broken()))).rejects.toThrow('aborted')
})

test('A document that is spread over lines, or a list of documents, is told once, and the next document is read', async () => {
  const pretty = JSON.stringify({ type: 'orders', lines: [{ line: '1' }, { line: '2' }] }, null, 2)
  const items = await read(`${pretty}\n{"type":"orders","number":"1"}\n`)
  expect(items).toEqual([
    [1, expect.stringContaining('spread over several lines; write each document on one line')],
    [pretty.split('\n').length + 1, { type: 'orders', number: '1' }],
  ])
  expect(await read('[\n  {\n    "type": "orders"\n  }\n]\n')).toHaveLength(1)
  // A stray bracket must not swallow the documents after it.
  expect(await read('{\n{"type":"orders","number":"1"}\n{"type":"orders","number":"2"}')).toHaveLength(3)
})

test.each([
  ['%PDF-1.7\n%âãÏÓ\n1 0 obj\n', 'This is a PDF. Papers are put beside their document'],
  ['<Invoice>\n</Invoice>\n', 'This is XML. UBL goes to POST /api/ingest/ubl'],
  ['PK\u0003\u0004x\ny\n', 'This is a ZIP file.'],
])('A body of another kind is told once and where it belongs: %j', async (body, expectedText) => {
  expect(await read(body)).toEqual([[1, expect.stringContaining(expectedText)]])
})

test('Two documents with a bare CR between them are refused with how lines end', async () => {
  expect(await read('{"a":1}\r{"b":2}\n{"c":3}')).toEqual([
    [1, expect.stringContaining('holds a carriage return (CR) before column 9 where it should end')],
    [2, { c: 3 }],
  ])
})

test('A line nested without end and one of millions of values are refused without being built', async () => {
  const deep = '['.repeat(4 * 1024 * 1024)
  const wide = `{"lines":[${'1,'.repeat(2_000_001)}1]}`
  const items = await read(`${deep}\n${wide}\n{"a":"${'\\"['.repeat(200_000)}"}`, 1024 * 1024)
  expect(items.map(([line, content]) => [line, typeof content === 'string' ? content : 'read'])).toEqual([
    [1, 'The line is nested deeper than 64 levels, at byte 65; none needs that.'],
    [2, 'The line holds more than 2,000,000 values. Send the document in parts, each with "partial": true.'],
    [3, 'read'],
  ])
})
