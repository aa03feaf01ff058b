import { availableParallelism, totalmem } from 'node:os'

/** What the process may use: bytes of memory, and cores. In a container that is less than the machine has. */
export type Machine = { memory: number; cores: number }

/** Reads it from the system. */
export function thisMachine(): Machine {
  return { memory: memoryWithin(process.constrainedMemory(), totalmem()), cores: availableParallelism() }
}

/** The bytes of a machine within the limit of a container; a limit of 0, or above what there is, is none. */
export function memoryWithin(limit: number, total: number): number {
  return limit > 0 && limit < total ? limit : total
}

/** Settings of PostgreSQL that go by the memory, which it shares with the server and the papers. */
export function databaseSettings({ memory }: Machine): Record<string, string> {
  const mebibytes = Math.floor(memory / 2 ** 20)
  return {
    shared_buffers: `${Math.min(1024, Math.max(32, Math.floor(mebibytes / 8)))}MB`,
    effective_cache_size: `${Math.max(64, Math.floor(mebibytes / 2))}MB`,
    maintenance_work_mem: `${Math.min(64, Math.max(16, Math.floor(mebibytes / 32)))}MB`,
  }
}
