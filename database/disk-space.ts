import { statfs } from 'node:fs/promises'
import type { Log } from './postmaster.ts'

/** Bytes of the disk that a folder lies on. */
export type DiskSpace = { free: number; size: number }

export const mebibyte = 2 ** 20
const checkInterval = 1_000

/** How much room the disk of the folder has left for this process. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** The bytes that stay free, so that the database never meets a full disk: as set, else 1 GiB or 5 % of a large disk. */
export function minimumFreeSpace({ size }: DiskSpace, configured?: number): number {
  return configured ?? Math.max(1024 * mebibyte, size / 20)
}

export type DiskSpaceWatch = { hasRoom: () => boolean; stop: () => void }

/**
 * Looks each second whether the disk of the folder has more room left than is kept free, and logs when that changes.
 * Raises when the folder is not there.
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
  // A folder that cannot be looked at for a moment changes nothing.
  const timer = setInterval(() => void check().catch(() => undefined), checkInterval).unref()
  return { hasRoom: () => room, stop: () => clearInterval(timer) }
}

const megabytes = (bytes: number) => `${Math.floor(bytes / mebibyte).toLocaleString('en')} MB`
