import { runCommandLine } from './commands/command-line.ts'

/* The operator's command line as a program: its streams, signals and exit code. */

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...{ env: process.env, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  onInterrupt: (close) => {
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      process.once(signal, () => void close().finally(() => process.exit(code)))
    }
  },
})
