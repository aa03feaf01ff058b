/** Writes progress to standard error; only the results go to standard output. */
export function reportProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}
