import { createElement, type ReactElement, type SVGProps } from 'react'

type Shape = { node: readonly [string, Record<string, string>][] }
type Look = SVGProps<SVGSVGElement> & { size?: number | string }

/** A component that draws an icon of 24 × 24 in the colour of its text; what has no label of its own is decoration. */
export function drawn({ node }: Shape): (look: Look) => ReactElement {
  const lines = node.map(([tag, line]) => createElement(tag, line))
  return (look) => draw(lines, look)
}

function draw(lines: readonly ReactElement[], { size = 24, className = '', ...look }: Look): ReactElement {
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
      'aria-hidden': !('aria-label' in look || 'role' in look),
      ...look,
      className: `lucide ${className}`,
    },
    ...lines,
  )
}
