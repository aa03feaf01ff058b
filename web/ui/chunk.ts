const loadTimeout = 120_000

/** A chunk of the program could not be loaded. */
export class ChunkError extends Error {
  constructor(cause?: unknown) {
    super('A part of the program could not be loaded', { cause })
    this.name = 'ChunkError'
  }
}

/** Loads a chunk of the program; gives up after 120 seconds. Throws ChunkError. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkError()), loadTimeout)
  try {
    return await Promise.race([load(), promise])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error)
  } finally {
    clearTimeout(timer)
  }
}
