import { readdirSync, readFileSync } from 'node:fs'

/** The memory of one process, in bytes, without the programs and libraries that it runs from. */
export type ProcessMemory = { pid: number; bytes: number }

/**
 * The proportional set size of a process and of all that it has started: what is shared counts once. Programs and
 * libraries count as if nothing else on the machine ran from the same files. Linux only.
 */
export function proportionalMemory(root: number): { processes: ProcessMemory[]; files: number; total: number } {
  const files = new Map<string, number>()
  const processes = withDescendants(root).map((pid) => {
    for (const [mapping, bytes] of residentFiles(pid)) files.set(mapping, Math.max(bytes, files.get(mapping) ?? 0))
    return { pid, bytes: unsharedMemory(pid) }
  })
  const fileBytes = sum([...files.values()])
  return { processes, files: fileBytes, total: fileBytes + sum(processes.map(({ bytes }) => bytes)) }
}

function withDescendants(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(parentOf)
  const pids = [root]
  // The array grows while it is walked: children of children follow.
  for (const pid of pids) pids.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid))
  return pids
}

function parentOf(name: string): { pid: number; parent: number | undefined } {
  try {
    // The name of the program stands in brackets and may hold anything.
    const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { pid: Number(name), parent: Number(parent) }
  } catch {
    // It has ended meanwhile.
    return { pid: Number(name), parent: undefined }
  }
}

/** What a process holds beside files; of what it shares with others, its part. */
function unsharedMemory(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Pss_(?:Anon|Shmem): +(\d+) kB$/gm)
  return sum([...lines].map(([, kilobytes]) => Number(kilobytes) * 1024))
}

/** The resident bytes of each mapped file, by file and offset. */
function residentFiles(pid: number): Map<string, number> {
  const files = new Map<string, number>()
  for (const mapping of readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, offset = '', inode = '', path = ''] = /^\S+ \S+ (\S+) \S+ (\d+) +(.*)$/m.exec(mapping) ?? []
    // Shared memory looks like a file that was deleted; it is no file.
    if (!path.startsWith('/') || path.startsWith('/dev/')) continue
    const field = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(mapping)?.[1] ?? 0)
    files.set(`${inode} ${offset}`, (field('Rss') - field('Anonymous')) * 1024)
  }
  return files
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
