import { spawnSync } from 'node:child_process'

/** Docker where its engine answers, else Podman. */
const tool = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0 ? 'docker' : 'podman'

export type Result = { status: number | null; output: string }

/** Runs a command of Docker or Podman; the same words mean the same to both. `input` is what it reads. */
export function containers(args: readonly string[], input = ''): Result {
  const { status, stdout, stderr, error } = spawnSync(tool, args, { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return { status, output: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}` }
}

/** The output of a command that must not fail. */
export function container(args: readonly string[], input = ''): string {
  const { status, output } = containers(args, input)
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} failed: ${output}`)
  return output
}
