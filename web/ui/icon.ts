import { createElement, type ReactElement, type SVGProps } from 'react'

type IconShape = readonly (readonly [string, Record<string, string>])[]
type IconProps = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * A component that draws a 24 × 24 icon in the text colour; without a label or role it is hidden from screen readers.
 */
export function drawn(shape: IconShape): (props: IconProps) => ReactElement {
  const elements = shape.map(([tag, attributes]) => createElement(tag, attributes))
  return (props) => draw(elements, props)
}

function draw(elements: readonly ReactElement[], { size = 24, className = '', ...props }: IconProps): ReactElement {
  return createElement(
    'svg',
    {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': !('aria-label' in props || 'role' in props),
      ...props,
      className: `lucide ${className}`,
    },
    ...elements,
  )
}
