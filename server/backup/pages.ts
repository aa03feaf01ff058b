import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isNotFound } from './files.ts'

/** A file of the database with damaged pages. `path` is relative to the database's folder. */
export type DamagedFile = { path: string; pages: number[] }
export type CheckedPages = { files: number; pages: number; damaged: DamagedFile[] }

const pageBytes = 8192
const pagesOfSegment = 131_072
const pagesAtOnce = 128
/** A page that is just being written looks torn; one that stays torn is damaged. */
const maxReads = 5
const rereadDelay = 100

/** The initial values of the 32 sums of a page (storage/checksum_impl.h of PostgreSQL). */
const checksumBasis = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
)
const prime = 16_777_619
const sums = new Int32Array(32)

/** The checksum of a page of 8192 bytes at its block number, as PostgreSQL writes it into the page. */
function pageChecksum(page: Buffer, block: number): number {
  const words = new Int32Array(page.buffer, page.byteOffset, pageBytes / 4)
  sums.set(checksumBasis)
  for (let index = 0; index < words.length; index++) {
    // The checksum itself, the lower half of the third word, counts as zero.
    mix(index & 31, (words[index] as number) & (index === 2 ? 0xffff0000 : -1))
  }
  for (let round = 0; round < 2; round++) for (let lane = 0; lane < 32; lane++) mix(lane, 0)
  let result = block
  for (const sum of sums) result ^= sum
  return ((result >>> 0) % 65_535) + 1
}

function mix(lane: number, value: number): void {
  const mixed = (sums[lane] as number) ^ value
  sums[lane] = Math.imul(mixed, prime) ^ (mixed >>> 17)
}

/**
 * Compares every page of the database in a folder with its checksum; the database may be running. Skips files that it
 * drops meanwhile.
 */
export async function checkPages(folder: string): Promise<CheckedPages> {
  const checked: CheckedPages = { files: 0, pages: 0, damaged: [] }
  // One for all files, which are thousands and mostly small.
  const chunk = Buffer.alloc(pagesAtOnce * pageBytes)
  for (const path of await tableFiles(folder)) {
    const file = await open(join(folder, path)).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    if (!file) continue
    try {
      const { pages, damaged } = await checkFile(file, chunk, Number(/\.(\d+)$/.exec(path)?.[1] ?? 0) * pagesOfSegment)
      checked.files++
      checked.pages += pages
      if (damaged.length > 0) checked.damaged.push({ path, pages: damaged })
    } finally {
      await file.close()
    }
  }
  return checked
}

async function tableFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'base'), { withFileTypes: true })
  const databases = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `base/${name}`)
  const files = await Promise.all(
    ['global', ...databases].map(async (path) =>
      (await readdir(join(folder, path)).catch(ignoreMissing)).map((name) => `${path}/${name}`),
    ),
  )
  return files.flat().filter((path) => /\/\d+(_(fsm|vm|init))?(\.\d+)?$/.test(path))
}

/** A database that was deleted meanwhile has no files. */
function ignoreMissing(error: unknown): string[] {
  if (isNotFound(error)) return []
  throw error
}

type CheckedFile = { pages: number; damaged: number[] }

async function checkFile(file: FileHandle, chunk: Buffer, firstBlock: number): Promise<CheckedFile> {
  const damaged: number[] = []
  let pages = 0
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, pages * pageBytes)
    const pagesRead = Math.floor(bytesRead / pageBytes)
    for (let index = 0; index < pagesRead; index++) {
      const page = chunk.subarray(index * pageBytes, (index + 1) * pageBytes)
      const block = pages + index
      if (!isIntact(page, firstBlock + block) && !(await becomesIntact(file, block, firstBlock))) {
        damaged.push(firstBlock + block)
      }
    }
    pages += pagesRead
    if (pagesRead < pagesAtOnce) return { pages, damaged }
  }
}

/** A page that was added and never written is empty and has no checksum. */
function isIntact(page: Buffer, block: number): boolean {
  return page.readUInt16LE(14) === 0
    ? page.every((byte) => byte === 0)
    : page.readUInt16LE(8) === pageChecksum(page, block)
}

async function becomesIntact(file: FileHandle, block: number, firstBlock: number): Promise<boolean> {
  const page = Buffer.alloc(pageBytes)
  for (let attempt = 0; attempt < maxReads; attempt++) {
    await sleep(rereadDelay)
    const { bytesRead } = await file.read(page, 0, pageBytes, block * pageBytes)
    // The file was truncated meanwhile.
    if (bytesRead < pageBytes || isIntact(page, firstBlock + block)) return true
  }
  return false
}
