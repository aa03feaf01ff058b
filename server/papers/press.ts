import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { PortalError, sentence } from '../../contract/errors.ts'

/** What the press is handed: the content for the template as JSON, and the logo that it names. */
export type Sheet = {
  data: string
  /** Seconds since 1970. */
  stamp: number
  logo: { format: 'svg' | 'png' | 'jpg'; bytes: Uint8Array } | null
}
/** What comes back, with the memory that the process holds, in bytes; or why none can be made on this machine at all. */
export type Struck = (({ pdf: Uint8Array } | { error: string }) & { resident: number }) | { absent: string }

export type Press = {
  /**
   * Sets one paper and gives its PDF. Raises unavailable, with the seconds to wait, when too many are waiting, one
   * takes too long or there is no memory for it; cannot_print where this machine can set none; any other error is a fault of ours.
   */
  print: (sheet: Sheet) => Promise<Buffer>
  /** Starts a process, so that the first paper is quick, and so that one hears at once when none can be made. */
  warm: () => void
  /** Ends all processes; what is waiting is refused. */
  close: () => void
}

type Settings = {
  /** Processes at most; they are started when there is something to do. */
  processes: number
  /** Papers that may wait beyond those at work. */
  waiting?: number
  /** Milliseconds that one paper may take before its process is ended. */
  patience?: number
  /** Milliseconds without work after which a process is ended. */
  idle?: number
  /** Bytes: a process that holds more is ended when its paper is done. */
  memory?: number
  /** Told once why no paper can be set on this machine. */
  onAbsent?: (reason: string) => void
  /** What is started; tests start one that never answers. */
  program?: string
}

type Job = { sheet: Sheet; resolve: (pdf: Buffer) => void; reject: (error: Error) => void }
type Worker = { child: ChildProcess; job: Job | undefined; timer: NodeJS.Timeout | undefined }

const busy = () =>
  new PortalError('unavailable', sentence('paper.busy'), {
    retryAfter: 3,
  })
const tooSlow = () => new PortalError('unavailable', sentence('paper.slow'), { retryAfter: 30 })
const tooBig = () => new PortalError('unavailable', sentence('paper.memory'), { retryAfter: 60 })
const absentError = () => new PortalError('cannot_print', sentence('paper.absent'))
const closing = () => new PortalError('unavailable', sentence('paper.closing'), { retryAfter: 5 })

/**
 * Processes that set papers beside the server: setting one is a single long step in native code, which a thread could
 * neither be interrupted in nor survive the failure of.
 */
export function createPress(settings: Settings): Press {
  const { processes, waiting = 32, patience = 60_000, idle = 60_000, memory = 300 * 2 ** 20 } = settings
  const program = settings.program ?? join(import.meta.dirname, 'press-child.ts')
  const workers = new Set<Worker>()
  const queue: Job[] = []
  let closed = false
  let absent = false

  /** Ends a process at once; its paper, if it has one, fails with the error. */
  const end = (worker: Worker, error?: Error) => {
    if (!workers.delete(worker)) return
    clearTimeout(worker.timer)
    const { job } = worker
    worker.job = undefined
    worker.child.kill('SIGKILL')
    if (job) job.reject(error ?? new Error('The process that sets papers ended.'))
  }

  const rest = (worker: Worker) => {
    worker.timer = setTimeout(() => end(worker), idle).unref()
  }

  /** Papers cannot be made here until the operator has seen to it. */
  const giveUp = (worker: Worker, reason: string) => {
    if (!absent) settings.onAbsent?.(reason)
    absent = true
    for (const job of queue.splice(0)) job.reject(absentError())
    end(worker, absentError())
  }

  const finish = (worker: Worker, struck: Struck) => {
    if ('absent' in struck) return giveUp(worker, struck.absent)
    const { job } = worker
    if (!job) return
    clearTimeout(worker.timer)
    worker.job = undefined
    if ('pdf' in struck) job.resolve(Buffer.from(struck.pdf.buffer, struck.pdf.byteOffset, struck.pdf.byteLength))
    else job.reject(new Error(struck.error))
    if (struck.resident > memory) end(worker)
    else rest(worker)
    turn()
  }

  const start = (): Worker => {
    const child = fork(program, [], {
      serialization: 'advanced',
      execArgv: [],
      // The operator's secrets stand in the environment: a paper needs none of them. The compiler reads the machine's fonts
      // unless it is led away from them; none may be on a paper, which is the same on every machine.
      env: { FONTCONFIG_FILE: join(import.meta.dirname, 'no-fonts.conf') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const worker: Worker = { child, job: undefined, timer: undefined }
    child.on('message', (struck) => finish(worker, struck as Struck))
    const gone = (cause?: unknown) => {
      // We end none that is still in `workers`, so this was the system, for want of memory.
      const isKilled = cause === 'SIGKILL'
      end(
        worker,
        isKilled ? tooBig() : new Error('The process that sets papers ended before its paper was done.', { cause }),
      )
      turn()
    }
    child.on('error', gone)
    child.on('exit', (code, signal) => gone(signal ?? code))
    // A waiting press keeps no program from ending.
    child.unref()
    child.channel?.unref()
    workers.add(worker)
    return worker
  }

  /** Gives the next papers to the processes that are free. */
  const turn = () => {
    while (queue.length > 0 && !closed) {
      const free = [...workers].find((worker) => !worker.job) ?? (workers.size < processes ? start() : undefined)
      const job = free && queue.shift()
      if (!free || !job) return
      clearTimeout(free.timer)
      free.job = job
      free.timer = setTimeout(() => {
        end(free, tooSlow())
        turn()
      }, patience)
      free.child.send(job.sheet, (error) => {
        if (error) end(free, error)
      })
    }
  }

  return {
    print: (sheet) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(closing())
        if (absent) return reject(absentError())
        if (queue.length >= waiting) return reject(busy())
        queue.push({ sheet, resolve, reject })
        turn()
      }),
    warm: () => {
      if (!closed && workers.size === 0) rest(start())
    },
    close: () => {
      closed = true
      for (const job of queue.splice(0)) job.reject(closing())
      for (const worker of workers) end(worker, closing())
    },
  }
}
