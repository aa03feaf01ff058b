import { CallError } from './call.ts'

/** The faults by field in the server's error reply; empty when it names no field. */
export function fieldFaults(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CallError)) return {}
  return Object.fromEntries(error.errors.flatMap(({ field, message }) => (field ? [[field, message]] : [])))
}
