import { isMessageKey, label } from './text.ts'

/** The label of a unit of measure (UN/ECE Rec 20), or its code. */
export function unitLabel(code: string | null | undefined): string | null {
  if (!code) return null
  const key = `unit.${code}`
  return isMessageKey(key) ? label(key) : code
}
