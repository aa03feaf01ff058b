import { CallError } from './call.ts'

/** What is wrong with which field, by the server's answer; empty when it names none. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError)) return {}
  return Object.fromEntries(error.errors.flatMap(({ field, message }) => (field ? [[field, message]] : [])))
}
