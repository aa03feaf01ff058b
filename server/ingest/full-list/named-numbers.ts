import { withoutCreditNoteMark } from '#contract/documents/credit-note-number.ts'
import { isDocumentType } from '#contract/values.ts'

/** The documents that a file names, whether they are taken or refused. */
export type NamedNumbers = {
  add: (document: Record<string, unknown>) => void
  has: (document: { type: string; number: string }) => boolean
  types: () => string[]
  /** Whether every document of the file had a type and a number. */
  areAll: () => boolean
}

/** An empty list of named documents; of whom a number is does not count, so that a document that moved is named. */
export function createNamedNumbers(): NamedNumbers {
  const byType = new Map<string, Set<string>>()
  let areAll = true
  return {
    add: ({ type, number }) => {
      if (typeof type !== 'string' || !isDocumentType(type) || typeof number !== 'string' || number === '') {
        areAll = false
        return
      }
      const numbers = byType.get(type) ?? new Set()
      byType.set(type, numbers.add(withoutCreditNoteMark(number)))
    },
    has: ({ type, number }) => byType.get(type)?.has(withoutCreditNoteMark(number)) ?? false,
    types: () => [...byType.keys()],
    areAll: () => areAll,
  }
}
