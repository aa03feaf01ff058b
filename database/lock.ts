import { linkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPrivateFile, makeDataFolder, readOptional, writePrivateFile } from './files.ts'
import { lives, type ProcessId, thisProcess } from './processes.ts'
import { Refusal } from './refusal.ts'

type Note = ProcessId & { what: string; address?: string; stopping?: boolean }

/** The right to run a PostgreSQL on a data folder: one process has it at a time. */
export type Hold = {
  /** Tells others where the holder is reached. */
  announce: (address: string) => void
  /** Tells others that the wait will be short. */
  announceStop: () => void
  release: () => void
}

/**
 * Takes the data folder for this process (`what` names it to others: "the server"). Waits for a holder that is about
 * to stop; refuses, naming the holder, when one lives on. What a killed holder left is taken over.
 */
export async function holdFolder(dataDir: string, what: string): Promise<Hold> {
  makeDataFolder(dataDir)
  const path = join(dataDir, lockFile)
  const note: Note = { ...thisProcess(), what }
  const begun = performance.now()
  while (!createPrivateFile(path, JSON.stringify(note))) {
    const content = readOptional(path)
    const holder = holderIn(content)
    if (holder === undefined) {
      if (content !== undefined) clear(path, content)
    } else if (performance.now() - begun > (holder.stopping ? patience.stopping : patience.running)) {
      throw new Refusal(inUse(dataDir, holder))
    } else {
      await sleep(50)
    }
  }
  const rewrite = (change: Partial<Note>) => {
    Object.assign(note, change)
    writePrivateFile(path, JSON.stringify(note))
  }
  return {
    announce: (address) => rewrite({ address }),
    announceStop: () => rewrite({ stopping: true }),
    release: () => rmSync(path, { force: true }),
  }
}

/** Whether a living process holds the data folder. */
export function isHeld(dataDir: string): boolean {
  return holderIn(readOptional(join(dataDir, lockFile))) !== undefined
}

/** Milliseconds. A holder that was just told to stop needs a moment to say so. */
const patience = { running: 1_000, stopping: 12_000 }
const lockFile = 'portal.lock'

/** Removes what a killed holder left. Of two that try at once, the second may catch the lock of the first: it puts it back. */
function clear(path: string, content: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readOptional(aside) !== content) linkSync(aside, path)
  } catch {
    // Somebody else was quicker; the next turn sees what they left.
  } finally {
    rmSync(aside, { force: true })
  }
}

function holderIn(content: string | undefined): Note | undefined {
  if (content === undefined) return undefined
  try {
    const note = JSON.parse(content) as Note
    return lives(note) ? note : undefined
  } catch {
    return undefined
  }
}

function inUse(dataDir: string, { pid, what, address }: Note): string {
  const place = address === undefined ? '' : ` at ${address}`
  return `The data folder ${dataDir} is in use by ${what} (process ${pid}${place}). Stop it first, or start with another DATA_DIR.`
}
