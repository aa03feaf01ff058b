import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { KeptRow } from './evaluate.ts'

/** Rows of one document mostly stand together: reading on reads ahead, a jump reads little. */
const windowSize = 256 * 1024
const jumpSize = 4096
const flushSize = 1024 * 1024

/**
 * The rows of a file on the disk, by number, with what the profile reads of them: rows of one document may stand
 * anywhere in a file, and memory is to stay flat. The file has no name as soon as it is open, so that nothing of it stays
 * behind. In memory is one number a row: where it begins.
 */
export class KeptRows {
  readonly #file: number
  #starts = new Float64Array(1024)
  #count = 0
  #size = 0
  #pending: Buffer[] = []
  #pendingSize = 0
  #window = Buffer.alloc(0)
  #windowStart = 0

  constructor(folder: string, id: string) {
    const path = join(folder, `portal-rows-${id}`)
    this.#file = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
  }

  get count(): number {
    return this.#count
  }

  /** Keeps a row. Returns its number. */
  add(row: KeptRow): number {
    const bytes = Buffer.from(JSON.stringify(row))
    if (this.#count + 1 >= this.#starts.length) {
      const longer = new Float64Array(this.#starts.length * 2)
      longer.set(this.#starts)
      this.#starts = longer
    }
    this.#starts[this.#count] = this.#size
    this.#size += bytes.length
    this.#starts[this.#count + 1] = this.#size
    this.#pending.push(bytes)
    this.#pendingSize += bytes.length
    if (this.#pendingSize >= flushSize) this.#flush()
    return this.#count++
  }

  /** The row with this number. */
  get(index: number): KeptRow {
    if (this.#pendingSize > 0) this.#flush()
    const [start = 0, end = 0] = [this.#starts[index], this.#starts[index + 1]]
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) this.#load(start, end - start)
    const from = start - this.#windowStart
    return JSON.parse(this.#window.toString('utf8', from, from + end - start)) as KeptRow
  }

  close(): void {
    closeSync(this.#file)
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending)
    let at = this.#size - bytes.length
    for (let written = 0; written < bytes.length; ) {
      const count = writeSync(this.#file, bytes, written, bytes.length - written, at)
      written += count
      at += count
    }
    this.#pending = []
    this.#pendingSize = 0
  }

  #load(start: number, least: number): void {
    const end = this.#windowStart + this.#window.length
    const ahead = start >= this.#windowStart && start - end < windowSize ? windowSize : jumpSize
    const length = Math.min(Math.max(ahead, least), this.#size - start)
    const bytes = Buffer.alloc(length)
    for (let read = 0; read < length; ) {
      const count = readSync(this.#file, bytes, read, length - read, start + read)
      if (count === 0) throw new Error('The file of kept rows is shorter than what was written')
      read += count
    }
    this.#window = bytes
    this.#windowStart = start
  }
}

/** Numbers that grow in a list of their own, four bytes each. */
export class Numbers {
  #values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Int32Array(this.#values.length * 2)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] ?? -1
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }
}
