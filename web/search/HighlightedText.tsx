import type { TextPiece } from './text-pieces.ts'

/** A text with its matching parts highlighted. */
export function HighlightedText({ parts }: { parts: readonly TextPiece[] }) {
  return parts.map((part) => (part.found ? <mark key={part.start}>{part.text}</mark> : part.text))
}
