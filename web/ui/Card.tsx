import type { ReactNode } from 'react'

type CardProps = { title?: string; action?: ReactNode; padded?: boolean; className?: string; children?: ReactNode }

/** A surface for content that stands apart. With a title it is a section that a screen reader can jump to. */
export function Card({ title, action, padded = true, className = '', children }: CardProps) {
  return (
    <section
      aria-label={title}
      className={`min-w-0 rounded-card border border-border bg-raised ${padded ? 'p-4 sm:p-5' : ''} ${className}`}
    >
      {title !== undefined && (
        <div className={`flex items-center justify-between gap-3 ${padded ? 'mb-3' : 'px-4 pt-4 pb-3 sm:px-5'}`}>
          <h2 className="font-semibold">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
