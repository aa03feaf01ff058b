import { spawn } from 'node:child_process'

/** After so many failures in a row before serving, another start would not help. */
const mostFailures = 5
/** Milliseconds: after a longer run, the next exit counts as the first. */
const calm = 600_000

/**
 * Runs a program and exits as it does. With `restarts`, starts it again after an unexpected exit, that is by a signal
 * or with a code other than 0 (requested) and 1 (it has said what to correct): soon at first, then with growing pauses.
 */
export function supervise({ node, args, env, restarts, say }) {
  let child
  let stopping = false
  let failures = 0
  let ends = 0

  const launch = () => {
    const begun = performance.now()
    let served = false
    child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
    child.on('message', (message) => {
      served ||= message === 'serving'
    })
    child.on('error', (error) => {
      if (child?.pid !== undefined) return
      say(`${node} does not run: ${error.message}. Delete node_modules and try again.`)
      end(1, null)
    })
    child.on('exit', (code, signal) => {
      const unasked = signal !== null || (code !== 0 && code !== 1)
      if (!restarts || stopping || !unasked) return end(code, signal)
      child = undefined
      failures = served ? 0 : failures + 1
      ends = performance.now() - begun > calm ? 1 : ends + 1
      const how = `The portal ended unasked (${signal ?? `code ${code}`})`
      if (failures === mostFailures) {
        say(`${how}, ${failures} times in a row before it served. It is not started again; the reason stands above.`)
        return end(1, null)
      }
      const wait = Math.min(100 * 2 ** (ends - 1), served ? 5_000 : 30_000)
      say(`${how}; starting it again in ${wait / 1000} s.`)
      setTimeout(() => (stopping ? end(0, null) : launch()), wait)
    })
  }

  const stop = (signal) => {
    stopping = true
    if (child === undefined) end(0, null)
    // On Windows any signal would end the server at once, before it has stopped its database. Ctrl-C and a closed window
    // reach it there too.
    else if (process.platform !== 'win32') child.kill(signal)
  }

  const end = (code, signal) => {
    clearInterval(watch)
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.removeAllListeners(name)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code ?? 1)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    // A terminal's Ctrl-C reaches the whole process group, so the child already has it; a second signal does no harm.
    process.on(signal, () => stop(signal))
  }
  // npm passes a signal to the shell in between, and some shells exit without passing it on: so the parent's exit
  // counts as a signal too.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(watch)
    stop('SIGTERM')
  }, 100)
  launch()
}
