import { type ChildProcess, fork } from 'node:child_process'
import { dirname, extname, join } from 'node:path'
import { PortalError, translatable } from '#contract/errors.ts'

/** The input of a PDF worker: the template's content as JSON, and the logo that it refers to. */
export type PrintInput = {
  data: string
  /** Seconds since 1970. */
  stamp: number
  logo: { format: 'svg' | 'png' | 'jpg'; bytes: Uint8Array } | null
}
/** A PDF worker's reply: a PDF or an error, with its resident memory in bytes; or why this machine can make no PDFs. */
export type PrintReply = (({ pdf: Uint8Array } | { error: string }) & { resident: number }) | { absent: string }

export type PdfWorkerPool = {
  /**
   * The PDF of one paper. Throws unavailable, with the seconds to wait, when too many papers are waiting, this one
   * takes too long or memory runs out; cannot_print when this machine can make no PDFs. Any other error is a bug.
   */
  print: (input: PrintInput) => Promise<Buffer>
  /** Starts a worker, so that the first paper is quick and `onAbsent` reports at once that no PDFs can be made. */
  warm: () => void
  /** Ends all workers and rejects the waiting papers. */
  close: () => void
}

type PoolSettings = {
  /** The highest number of workers; they start on demand. */
  processes: number
  /** The highest number of waiting papers. */
  maxWaiting?: number
  /** Milliseconds that one paper may take before its worker is ended. */
  timeout?: number
  /** Milliseconds without work after which a worker is ended. */
  idleTimeout?: number
  /** Bytes: a worker that uses more memory is ended after its paper. */
  maxMemory?: number
  /** Called once with the reason why this machine can make no PDFs. */
  onAbsent?: (reason: string) => void
  /** The program of a worker; tests use one that never replies. */
  program?: string
}

type PendingPrint = { input: PrintInput; resolve: (pdf: Buffer) => void; reject: (error: Error) => void }
type Worker = { child: ChildProcess; job: PendingPrint | undefined; timer: NodeJS.Timeout | undefined }

const busyError = () =>
  new PortalError('unavailable', translatable('paper.busy'), {
    retryAfter: 3,
  })
const timeoutError = () => new PortalError('unavailable', translatable('paper.slow'), { retryAfter: 30 })
const memoryError = () => new PortalError('unavailable', translatable('paper.memory'), { retryAfter: 60 })
const absentError = () => new PortalError('cannot_print', translatable('paper.absent'))
const closingError = () => new PortalError('unavailable', translatable('paper.closing'), { retryAfter: 5 })

/** Beside this file, as a source or built. */
const ownProgram = join(dirname(import.meta.filename), `pdf-worker${extname(import.meta.filename)}`)

/**
 * Creates a pool of processes that make PDFs. They are not threads, because making a PDF is one long step in native
 * code: a thread could not be interrupted in it, and its crash would end the server.
 */
export function createPdfWorkerPool(settings: PoolSettings): PdfWorkerPool {
  const { processes, maxWaiting = 32, timeout = 60_000, idleTimeout = 30_000, maxMemory = 300 * 2 ** 20 } = settings
  const program = settings.program ?? ownProgram
  const workers = new Set<Worker>()
  const queue: PendingPrint[] = []
  let closed = false
  let absent = false

  /** Ends a worker at once; its paper, if it has one, fails with the error. */
  const endWorker = (worker: Worker, error?: Error) => {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    const { job } = worker
    worker.job = undefined
    worker.child.kill('SIGKILL')
    if (job) job.reject(error ?? new Error('The process that sets papers ended.'))
  }

  const startIdleTimer = (worker: Worker) => {
    worker.timer = setTimeout(() => endWorker(worker), idleTimeout).unref()
  }

  /** Rejects all papers from now on: this machine can make none until the operator repairs it. */
  const refuseAll = (worker: Worker, reason: string) => {
    if (!absent) settings.onAbsent?.(reason)
    absent = true
    for (const job of queue.splice(0)) job.reject(absentError())
    endWorker(worker, absentError())
  }

  const finish = (worker: Worker, reply: PrintReply) => {
    if ('absent' in reply) return refuseAll(worker, reply.absent)
    const { job } = worker
    if (!job) return
    clearTimeout(worker.timer)
    worker.job = undefined
    if ('pdf' in reply) job.resolve(Buffer.from(reply.pdf.buffer, reply.pdf.byteOffset, reply.pdf.byteLength))
    else job.reject(new Error(reply.error))
    if (reply.resident > maxMemory) endWorker(worker)
    else startIdleTimer(worker)
    dispatch()
  }

  const startWorker = (): Worker => {
    const child = fork(program, [], {
      serialization: 'advanced',
      execArgv: [],
      // The server's environment holds secrets, so it is not passed on. FONTCONFIG_FILE hides the machine's fonts from
      // the compiler, so that papers look the same on every machine.
      env: { FONTCONFIG_FILE: join(import.meta.dirname, 'no-fonts.conf') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const worker: Worker = { child, job: undefined, timer: undefined }
    child.on('message', (reply) => finish(worker, reply as PrintReply))
    const handleExit = (cause?: unknown) => {
      // `endWorker` removes a worker from `workers` first; a kill here came from the system, for lack of memory.
      const isKilled = cause === 'SIGKILL'
      endWorker(
        worker,
        isKilled
          ? memoryError()
          : new Error('The process that sets papers ended before its paper was done.', { cause }),
      )
      dispatch()
    }
    child.on('error', handleExit)
    child.on('exit', (code, signal) => handleExit(signal ?? code))
    // An idle worker does not keep the server from exiting.
    child.unref()
    child.channel?.unref()
    workers.add(worker)
    return worker
  }

  /** Gives the next papers to idle workers. */
  const dispatch = () => {
    while (queue.length > 0 && !closed) {
      const idleWorker =
        [...workers].find((worker) => !worker.job) ?? (workers.size < processes ? startWorker() : undefined)
      const job = idleWorker && queue.shift()
      if (!idleWorker || !job) return
      clearTimeout(idleWorker.timer)
      idleWorker.job = job
      idleWorker.timer = setTimeout(() => {
        endWorker(idleWorker, timeoutError())
        dispatch()
      }, timeout)
      idleWorker.child.send(job.input, (error) => {
        if (error) endWorker(idleWorker, error)
      })
    }
  }

  return {
    print: (input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(closingError())
        if (absent) return reject(absentError())
        if (queue.length >= maxWaiting) return reject(busyError())
        queue.push({ input, resolve, reject })
        dispatch()
      }),
    warm: () => {
      if (!closed && workers.size === 0) startIdleTimer(startWorker())
    },
    close: () => {
      closed = true
      for (const job of queue.splice(0)) job.reject(closingError())
      for (const worker of workers) endWorker(worker, closingError())
    },
  }
}
