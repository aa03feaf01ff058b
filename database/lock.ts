import { linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive, type ProcessId, thisProcess } from './embedded/processes.ts'
import { createDataFolder, createPrivateFile, readOptional, writePrivateFile } from './files.ts'
import { Refusal } from './refusal.ts'

type LockContent = ProcessId & { what: string; address?: string; stopping?: boolean }

/** The right to run PostgreSQL on a data folder; only one process has it at a time. */
export type Hold = {
  /** Tells other processes the holder's address. */
  announce: (address: string) => void
  /** Tells other processes that the holder is about to stop. */
  announceStop: () => void
  release: () => void
}

/**
 * Takes the data folder for this process (`what` names it to others: "the server"). Waits for a holder that is about to
 * stop; throws Refusal, naming the holder, when it keeps running. The lock of a killed process is taken over.
 */
export async function holdFolder(dataDir: string, what: string): Promise<Hold> {
  createDataFolder(dataDir)
  const path = join(dataDir, lockFile)
  const lock: LockContent = { ...thisProcess(), what }
  const startedAt = performance.now()
  while (!createPrivateFile(path, JSON.stringify(lock))) {
    const content = readOptional(path)
    const holder = holderIn(content)
    if (holder === undefined) {
      if (content !== undefined) removeStaleLock(path, content)
    } else if (performance.now() - startedAt > (holder.stopping ? waitLimits.stopping : waitLimits.running)) {
      throw new Refusal(inUseMessage(dataDir, holder))
    } else {
      await sleep(50)
    }
  }
  const rewrite = (change: Partial<LockContent>) => {
    Object.assign(lock, change)
    writePrivateFile(path, JSON.stringify(lock))
  }
  return {
    announce: (address) => rewrite({ address }),
    announceStop: () => rewrite({ stopping: true }),
    release: () => rmSync(path, { force: true }),
  }
}

/** Whether a running process holds the data folder. */
export function isHeld(dataDir: string): boolean {
  return holderIn(readOptional(join(dataDir, lockFile))) !== undefined
}

/** Milliseconds. A holder that was just told to stop needs a moment to announce it. */
const waitLimits = { running: 1_000, stopping: 12_000 }
const lockFile = 'portal.lock'

/**
 * Removes the lock of a killed holder. When two processes try at once, the second may catch the first one's new lock:
 * it puts that back.
 */
function removeStaleLock(path: string, content: string): void {
  const asidePath = `${path}.${process.pid}`
  try {
    renameSync(path, asidePath)
    if (readOptional(asidePath) !== content) linkSync(asidePath, path)
  } catch {
    // Another process was faster; the next loop sees its lock.
  } finally {
    rmSync(asidePath, { force: true })
  }
}

function holderIn(content: string | undefined): LockContent | undefined {
  if (content === undefined) return undefined
  try {
    const lock = JSON.parse(content) as LockContent
    return isProcessAlive(lock) ? lock : undefined
  } catch {
    // A lock that was half written holds nothing.
    return undefined
  }
}

function inUseMessage(dataDir: string, { pid, what, address }: LockContent): string {
  const atAddress = address === undefined ? '' : ` at ${address}`
  return `The data folder ${dataDir} is in use by ${what} (process ${pid}${atAddress}). Stop it first, or start with another DATA_DIR.`
}
