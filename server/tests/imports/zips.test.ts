import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unpackZip } from '#server/formats/zip/read.ts'
import { zipOf } from '#server/testing/zip.ts'

/* Files for a profile come in a ZIP, and what only calls itself one costs little. */

const folder = await mkdtemp(join(tmpdir(), 'portal-zips-'))
afterAll(() => rm(folder, { recursive: true }))
let zips = 0

async function unpack(content: Buffer) {
  const path = join(folder, `${++zips}.zip`)
  await writeFile(path, content)
  return unpackZip(path, join(folder, `${zips}`))
}

const megabyte = 1024 * 1024

test('A list that is longer than a document may be, and repeats itself as documents do not, is unpacked as it is', async () => {
  const list = Buffer.from(Array.from({ length: 7_000 }, (_, row) => `${row};${' '.repeat(3_100)}\n`).join(''))
  const inner = zipOf({ 'a.xml': '<a/>' })
  const zip = zipOf({ 'lists/long.txt': list, 'lists/': '', '__MACOSX/long.txt': 'x', 'book.xlsx': inner })
  expect(list.length).toBeGreaterThan(20 * megabyte)
  expect(list.length / zip.length).toBeGreaterThan(200)
  const files = await unpack(zip)
  expect(files.map(({ name }) => name)).toEqual(['long.txt', 'book.xlsx'])
  const [first, second] = await Promise.all(files.map(({ path }) => readFile(path)))
  expect(first?.equals(list)).toBe(true)
  expect(second?.equals(inner)).toBe(true)
})

test('A bomb, one of many files that are each allowed, and a broken ZIP are refused with a sentence', async () => {
  const blanks = Buffer.alloc(2 * megabyte, 0x20)
  await expect(unpack(zipOf({ 'bomb.csv': blanks }))).rejects.toThrow('bomb.csv: The file is compressed more than 500')
  // The list at the end of the file says how large each file is.
  const claiming = (bytes: number) => {
    const zip = zipOf({ '1.csv': 'a', '2.csv': 'a', '3.csv': 'a' })
    for (const name of ['1.csv', '2.csv', '3.csv']) zip.writeUInt32LE(bytes, zip.lastIndexOf(name) - 22)
    return zip
  }
  await expect(unpack(claiming(400 * megabyte))).rejects.toThrow('unpacks to more than 1024 MB')
  await expect(unpack(claiming(340 * megabyte))).rejects.toThrow('compressed more than 500 times')
  await expect(unpack(claiming(10))).rejects.toThrow('1.csv: The file cannot be unpacked')
  await expect(unpack(zipOf({ '1.csv': 'a' }).subarray(0, 40))).rejects.toThrow('The ZIP cannot be read')
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.csv`, '']))
  await expect(unpack(zipOf(many))).rejects.toThrow('more than 2000 files')
})
