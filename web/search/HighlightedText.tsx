import type { TextPiece } from './text-pieces.ts'

/** A text with the parts marked that were looked for. */
export function HighlightedText({ parts }: { parts: readonly TextPiece[] }) {
  return parts.map((part) => (part.found ? <mark key={part.start}>{part.text}</mark> : part.text))
}
