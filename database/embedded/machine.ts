import { availableParallelism, totalmem } from 'node:os'

/** The bytes of memory and the cores that the process may use. In a container these are less than the machine has. */
export type Machine = { memory: number; cores: number }

/** Returns this machine's memory and cores. */
export function thisMachine(): Machine {
  return { memory: memoryWithin(process.constrainedMemory(), totalmem()), cores: availableParallelism() }
}

/** Returns the bytes of memory within a container's limit; a limit of 0, or above the total, means none. */
export function memoryWithin(limit: number, total: number): number {
  return limit > 0 && limit < total ? limit : total
}

/**
 * Returns the PostgreSQL settings that depend on memory, which it shares with the server and the PDF workers. Each megabyte
 * of `shared_buffers` takes 20 kB from the start on, used or not; what does not fit there is read from the system's cache.
 */
export function databaseSettings({ memory }: Machine): Record<string, string> {
  const mebibytes = Math.floor(memory / 2 ** 20)
  return {
    shared_buffers: `${Math.min(512, Math.max(32, Math.floor(mebibytes / 8)))}MB`,
    effective_cache_size: `${Math.max(64, Math.floor(mebibytes / 2))}MB`,
    maintenance_work_mem: `${Math.min(64, Math.max(16, Math.floor(mebibytes / 32)))}MB`,
  }
}
