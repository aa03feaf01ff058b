import type { ReactNode } from 'react'

/** Stands for a person: the first letters of their first and last name, or their picture over them. */
export function Initials({
  name,
  className = 'size-8 text-sm',
  children,
}: {
  name: string
  className?: string
  children?: ReactNode
}) {
  return (
    <span
      aria-hidden
      className={`relative flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-brand-tint font-semibold text-brand-text ${className}`}
    >
      {initials(name)}
      {children}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}
