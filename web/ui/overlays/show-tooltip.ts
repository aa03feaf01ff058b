/** Shows the bubble of a tooltip beside what it explains, wholly inside the window. */
export function showTooltip(anchor: HTMLElement, bubble: HTMLElement, side: 'below' | 'end'): void {
  bubble.showPopover()
  const anchorBox = anchor.getBoundingClientRect()
  const bubbleBox = bubble.getBoundingClientRect()
  const rightToLeft = document.documentElement.dir === 'rtl'
  const x =
    side === 'below'
      ? anchorBox.left + (anchorBox.width - bubbleBox.width) / 2
      : rightToLeft
        ? anchorBox.left - bubbleBox.width
        : anchorBox.right
  const fitsBelow = anchorBox.bottom + bubbleBox.height < innerHeight
  const y =
    side === 'end'
      ? anchorBox.top + (anchorBox.height - bubbleBox.height) / 2
      : fitsBelow
        ? anchorBox.bottom
        : anchorBox.top - bubbleBox.height
  bubble.style.left = `${Math.max(4, Math.min(x, innerWidth - bubbleBox.width - 4))}px`
  bubble.style.top = `${y}px`
}
