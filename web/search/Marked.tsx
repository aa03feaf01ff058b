import type { Piece } from './pieces.ts'

/** A text with the parts marked that were looked for. */
export function Marked({ parts }: { parts: readonly Piece[] }) {
  return parts.map((part) => (part.found ? <mark key={part.start}>{part.text}</mark> : part.text))
}
