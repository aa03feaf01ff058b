import { statfs } from 'node:fs/promises'
import type { Log } from './postmaster.ts'

/** Bytes of the disk that a folder lies on. */
export type Space = { free: number; size: number }

export const mebibyte = 2 ** 20
const round = 1_000

/** How much room the disk of the folder has left for this process. */
export async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** The bytes that stay free, so that the database never meets a full disk: as set, else 1 GiB or 5 % of a large disk. */
export function leastSpace({ size }: Space, set?: number): number {
  return set ?? Math.max(1024 * mebibyte, size / 20)
}

export type SpaceWatch = { hasRoom: () => boolean; stop: () => void }

/**
 * Looks each second whether the disk of the folder has more room left than is kept free, and logs when that changes.
 * Raises when the folder is not there.
 */
export async function watchSpace(given: { folder: string; least: number | undefined; log: Log }): Promise<SpaceWatch> {
  const { folder, least, log } = given
  let room = true
  const look = async () => {
    const space = await readSpace(folder)
    const kept = leastSpace(space, least)
    const enough = space.free >= kept
    if (enough === room) return
    room = enough
    const left = `${megabytes(space.free)} free on the disk of ${folder}`
    if (room) log.info(`${left}: documents and requests are taken again.`)
    else
      log.warn(
        `${left}, less than the ${megabytes(kept)} that are kept free: nothing new is taken until there is room. Everything can be read.`,
      )
  }
  await look()
  // A folder that cannot be looked at for a moment changes nothing.
  const timer = setInterval(() => void look().catch(() => undefined), round).unref()
  return { hasRoom: () => room, stop: () => clearInterval(timer) }
}

const megabytes = (bytes: number) => `${Math.floor(bytes / mebibyte).toLocaleString('en')} MB`
