import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Encoding } from '#contract/imports/profile.ts'
import { FileRefused } from '#server/formats/file-refused.ts'
import { fileLimits } from './rows.ts'

/** The encoding that a byte order mark names. */
export function markedEncoding(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

/** The first bytes of a file. */
export async function readHead(path: string, size: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The text of a file in pieces, without a byte order mark, which decides over the encoding. */
export async function* decodedText(path: string, encoding: Encoding = 'utf-8'): AsyncGenerator<string> {
  const head = await readHead(path, 4)
  if (head.toString('latin1').startsWith('PK\u0003\u0004')) {
    throw new FileRefused('This is a workbook or a ZIP, no text. Read it as "xlsx".')
  }
  const decoder = new TextDecoder(markedEncoding(head) ?? encoding)
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    size += (chunk as Buffer).length
    if (size > fileLimits.bytes) throw new FileRefused('The file is larger than 512 MB. Send it in parts.')
    yield decoder.decode(chunk as Buffer, { stream: true })
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
