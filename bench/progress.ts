/** Tells whoever watches how far it is; the results alone go to standard output. */
export function reportProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}
