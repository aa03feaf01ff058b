/** Waits until the last change is painted; at most 100 ms in a background tab, where nothing is painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => setTimeout(resolve)
    requestAnimationFrame(soon)
    setTimeout(soon, 100)
  })
}
