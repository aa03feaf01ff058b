import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { LineSpacer, LineTable, type LongLinesProps, lineHeight } from './LineTable.tsx'

/** Renders only those of thousands of lines that are in view; the window scrolls. Each line has its own table body. */
export function VirtualLines({ head, entries, columns, row }: LongLinesProps): ReactNode {
  const startRef = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const viewportTop = startRef.current?.getBoundingClientRect().top
      if (viewportTop !== undefined) setTop(Math.round(viewportTop + window.scrollY))
    }
    measure()
    // The content above the lines can grow, for example when the chain is expanded.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => lineHeight,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => entries[index]?.key ?? index,
  })
  const items = virtual.getVirtualItems()
  const paddingTop = (items[0]?.start ?? top) - top
  const paddingBottom = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <LineTable head={head}>
      <tbody ref={startRef} aria-hidden />
      <LineSpacer columns={columns} height={paddingTop} />
      {items.map((item) => {
        const entry = entries[item.index]
        return (
          entry && (
            <tbody key={item.key} ref={virtual.measureElement} data-index={item.index}>
              {row(entry)}
            </tbody>
          )
        )
      })}
      <LineSpacer columns={columns} height={paddingBottom} />
    </LineTable>
  )
}
