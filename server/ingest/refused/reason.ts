import type { Problem } from '#server/formats/message.ts'

const longest = 240

/**
 * What messages that were refused for the same reason have in common: where and what the first problem is, without
 * positions, quoted values and numbers.
 */
export function reasonOf(problems: readonly Problem[]): string {
  const [first] = problems
  if (!first) return ''
  const path = first.path.replace(/\[\d+\]/g, '[]').replace(/^[^/$]*: /, '')
  const message = first.message.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, '"…"').replace(/\d[\d.,]*/g, '#')
  return `${path}: ${message}`.slice(0, longest)
}
