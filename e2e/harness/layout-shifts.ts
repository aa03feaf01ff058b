declare global {
  interface Window {
    /** Defined by `watchShifts`. */
    shifts: { value: number; moved: string[] }[]
  }
}

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Records how much the visible content moves by itself while a page loads, as browsers measure it (CLS), and what
 * moved.
 */
export function watchShifts(): void {
  window.shifts = []
  const rectText = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" from ${rectText(previousRect)} to ${rectText(currentRect)}`,
      )
      if (!hadRecentInput) window.shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
