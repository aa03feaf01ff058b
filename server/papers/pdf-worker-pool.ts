import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { PortalError, translatable } from '../../contract/errors.ts'

/** What the press is handed: the content for the template as JSON, and the logo that it names. */
export type PrintInput = {
  data: string
  /** Seconds since 1970. */
  stamp: number
  logo: { format: 'svg' | 'png' | 'jpg'; bytes: Uint8Array } | null
}
/** What comes back, with the memory that the process holds, in bytes; or why none can be made on this machine at all. */
export type PrintReply = (({ pdf: Uint8Array } | { error: string }) & { resident: number }) | { absent: string }

export type PdfWorkerPool = {
  /**
   * Sets one paper and gives its PDF. Raises unavailable, with the seconds to wait, when too many are waiting, one
   * takes too long or there is no memory for it; cannot_print where this machine can set none; any other error is a fault of ours.
   */
  print: (input: PrintInput) => Promise<Buffer>
  /** Starts a process, so that the first paper is quick, and so that one hears at once when none can be made. */
  warm: () => void
  /** Ends all processes; what is waiting is refused. */
  close: () => void
}

type PoolSettings = {
  /** Processes at most; they are started when there is something to do. */
  processes: number
  /** Papers that may wait beyond those at work. */
  maxWaiting?: number
  /** Milliseconds that one paper may take before its process is ended. */
  timeout?: number
  /** Milliseconds without work after which a process is ended. */
  idleTimeout?: number
  /** Bytes: a process that holds more is ended when its paper is done. */
  maxMemory?: number
  /** Told once why no paper can be set on this machine. */
  onAbsent?: (reason: string) => void
  /** What is started; tests start one that never answers. */
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

/**
 * Processes that set papers beside the server: setting one is a single long step in native code, which a thread could
 * neither be interrupted in nor survive the failure of.
 */
export function createPdfWorkerPool(settings: PoolSettings): PdfWorkerPool {
  const { processes, maxWaiting = 32, timeout = 60_000, idleTimeout = 60_000, maxMemory = 300 * 2 ** 20 } = settings
  const program = settings.program ?? join(import.meta.dirname, 'pdf-worker.ts')
  const workers = new Set<Worker>()
  const queue: PendingPrint[] = []
  let closed = false
  let absent = false

  /** Ends a process at once; its paper, if it has one, fails with the error. */
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

  /** Papers cannot be made here until the operator has seen to it. */
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
      // The operator's secrets stand in the environment: a paper needs none of them. The compiler reads the machine's fonts
      // unless it is led away from them; none may be on a paper, which is the same on every machine.
      env: { FONTCONFIG_FILE: join(import.meta.dirname, 'no-fonts.conf') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const worker: Worker = { child, job: undefined, timer: undefined }
    child.on('message', (reply) => finish(worker, reply as PrintReply))
    const handleExit = (cause?: unknown) => {
      // We end none that is still in `workers`, so this was the system, for want of memory.
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
    // A waiting press keeps no program from ending.
    child.unref()
    child.channel?.unref()
    workers.add(worker)
    return worker
  }

  /** Gives the next papers to the processes that are free. */
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
