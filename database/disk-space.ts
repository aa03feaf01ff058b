import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'
import { repeat } from './repeat.ts'

/** Free and total bytes of the disk on which a folder lies. */
export type DiskSpace = { free: number; size: number }

export const mebibyte = 2 ** 20
const checkInterval = 1_000

/** Returns the folder's disk space; only bytes that this process may use count as free. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/**
 * Returns the bytes to keep free, so that the database never meets a full disk: as set, else 1 GiB, or 5 % of a large
 * disk.
 */
export function minimumFreeSpace({ size }: DiskSpace, configured?: number): number {
  return configured ?? Math.max(1024 * mebibyte, size / 20)
}

export type DiskSpaceWatch = { hasRoom: () => boolean; stop: () => Promise<void> }

/**
 * Checks every second whether the folder's disk has more space than is to be kept free, and logs when that changes.
 * Throws when the folder does not exist.
 */
export async function watchDiskSpace(options: {
  folder: string
  least: number | undefined
  log: Log
}): Promise<DiskSpaceWatch> {
  const { folder, least, log } = options
  let room = true
  const check = async () => {
    const space = await readDiskSpace(folder)
    const required = minimumFreeSpace(space, least)
    const enough = space.free >= required
    if (enough === room) return
    room = enough
    const freeText = `${megabytes(space.free)} free on the disk of ${folder}`
    if (room) log.info(`${freeText}: documents and requests are taken again.`)
    else
      log.warn(
        `${freeText}, less than the ${megabytes(required)} that are kept free: nothing new is taken until there is room. Everything can be read.`,
      )
  }
  await check()
  const checks = repeat({
    work: check,
    every: checkInterval,
    log,
    failing: (reason) => `How much is free on the disk of ${folder} cannot be read: ${reason}`,
    working: (seconds) => `How much is free on the disk of ${folder} can be read again, after ${seconds} s.`,
  })
  return { hasRoom: () => room, stop: checks.stop }
}

const megabytes = (bytes: number) => `${Math.floor(bytes / mebibyte).toLocaleString('en')} MB`
