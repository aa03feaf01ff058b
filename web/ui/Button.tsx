import type { ComponentProps } from 'react'
import { Tooltip } from './overlays/Tooltip.tsx'
import { type Write, WriteFault } from './states/WriteFault.tsx'

type Variant = 'primary' | 'secondary' | 'quiet'
type Size = 'small' | 'medium' | 'large'

const variants: Record<Variant, string> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover disabled:bg-sunken disabled:text-muted',
  secondary: 'border border-control bg-raised hover:bg-hover disabled:text-muted disabled:border-border',
  quiet: 'hover:bg-hover disabled:text-muted',
}
const sizes: Record<Size, string> = {
  small: 'h-8 px-3 text-sm pointer-coarse:h-10',
  medium: 'h-9 px-4 pointer-coarse:h-10',
  large: 'h-11 px-5',
}

/** The look of a button, for a link that should look like one. */
export function buttonClass(variant: Variant = 'secondary', size: Size = 'medium'): string {
  return `inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap transition-colors ${variants[variant]} ${sizes[size]}`
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  size?: Size
  pending?: boolean
  write?: Write | undefined
}

/**
 * A button. While it is pending it keeps its place and its focus, and cannot be pressed again; when what it starts,
 * `write`, has failed, the reason stands beside it.
 */
export function Button({
  variant,
  size,
  write,
  pending = write?.isPending,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <>
      <button
        type="button"
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : onClick}
        className={`${buttonClass(variant, size)} ${pending ? 'opacity-70' : ''} ${className}`}
        {...rest}
      />
      <WriteFault of={write} />
    </>
  )
}

type IconButtonProps = ComponentProps<'button'> & { label: string; tooltip?: 'below' | 'end' | 'none' }

/** A quiet button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({ label, tooltip = 'below', className = '', children, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      className={`inline-flex size-9 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text disabled:hover:bg-transparent pointer-coarse:size-10 ${className}`}
      {...rest}
    >
      {children}
    </button>
  )
  return tooltip === 'none' ? (
    button
  ) : (
    <Tooltip text={label} side={tooltip} silent>
      {button}
    </Tooltip>
  )
}
